import type {CommandName} from './commands.js';
import type {Given} from './read-arguments.js';
import {AddressError, parseAddress} from './store-address.js';
import {UsageError} from './usage-error.js';

/** Options for reading files, which don't apply to a server. */
const ofFiles = [
	'demo',
	'format',
	'client',
	'trusted-proxies',
	'poll',
	'no-past',
	'max-entries',
	'source',
] as const;

/**
 * Returns the address of the server to query instead of files, or undefined.
 * @throws UsageError if it is invalid, or excludes another argument
 */
export function storeOption(
	given: Given,
	command: CommandName | undefined,
	paths: readonly string[],
): string | undefined {
	const value = given.get('store');
	if (value === undefined) {
		return undefined;
	}
	// `ship` takes files and sends them to the server. Other commands don't take the option.
	if (command !== undefined) {
		return checked(String(value));
	}
	const [path] = paths;
	if (path !== undefined) {
		throw new UsageError(
			`--store asks a server, and ${path} is a file: give one of them; reqscope ship --store … sends files there`,
		);
	}
	const other = ofFiles.find(option => given.has(option));
	if (other !== undefined) {
		throw new UsageError(
			`--store and --${other} exclude each other: the one asks a server, the other is for the reading of files`,
		);
	}
	return checked(String(value));
}

function checked(value: string): string {
	try {
		if (value !== 'env') {
			parseAddress(value);
		}
	} catch (error) {
		if (!(error instanceof AddressError)) {
			throw error;
		}
		throw new UsageError(`--store: ${error.message}`, {cause: error});
	}
	return value;
}
