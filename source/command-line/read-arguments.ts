import {parseArgs} from 'node:util';
import {nearest} from '../nearest.js';
import {meantOption} from './meant-search.js';
import {type OptionName, options} from './options.js';
import {UsageError} from './usage-error.js';

/** The given options with their values. For repeated ones, the last value. */
export type GivenOptions = ReadonlyMap<OptionName, string | true>;

/** The parsed arguments. */
export type ReadArguments = {
	readonly given: GivenOptions;
	/** All values of repeatable options. */
	readonly repeated: ReadonlyMap<OptionName, readonly string[]>;
	readonly paths: readonly string[];
};

/**
 * Separates options from paths. Doesn't check the values of options.
 * @throws UsageError
 */
export function readArguments(args: readonly string[]): ReadArguments {
	const given = new Map<OptionName, string | true>();
	const repeated = new Map<OptionName, readonly string[]>();
	const paths: string[] = [];
	const {tokens} = parseArgs({
		args: [...args],
		strict: false,
		tokens: true,
		options: Object.fromEntries(
			options.map(({name, short, value}) => [
				name,
				{
					type: value === undefined ? ('boolean' as const) : ('string' as const),
					...(short === undefined ? {} : {short}),
				},
			]),
		),
	});
	for (const token of tokens) {
		if (token.kind === 'positional') {
			if (token.value === '') {
				throw new UsageError('an empty path: give the path of a log, or - for piped input');
			}
			paths.push(token.value);
		}
		if (token.kind === 'option') {
			const written = args[token.index] ?? '';
			const suggested = longOption(/^-(?!-)([^=]+)/.exec(written)?.[1]);
			if (suggested !== undefined) {
				throw new UsageError(`unknown option -${suggested}: did you mean --${suggested}? See --help`);
			}
			const option = options.find(({name}) => name === token.name);
			if (option === undefined) {
				const near = nearest(
					token.name,
					options.map(({name}) => name),
				);
				const suggested = meantOption(token.name) ?? shortOption(token.rawName) ?? (near && `--${near}`);
				const advice = suggested === undefined ? 'see --help' : `did you mean ${suggested}? See --help`;
				throw new UsageError(`unknown option ${token.rawName}: ${advice}`);
			}
			if (option.value !== undefined) {
				if (token.value === undefined || (token.value === '' && !option.mayBeEmpty)) {
					throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
				}
				const next = token.inlineValue ? undefined : longOption(/^--(.+)/.exec(token.value)?.[1]);
				if (next !== undefined) {
					throw new UsageError(
						`${token.rawName} needs a value, and --${next} is an option: ${token.rawName} ${option.value} --${next} (or --${option.name}=--${next})`,
					);
				}
			} else if (token.value !== undefined) {
				throw new UsageError(`${token.rawName} takes no value: write ${token.rawName} alone`);
			}
			given.set(option.name, token.value ?? true);
			if (option.repeats && token.value !== undefined) {
				repeated.set(option.name, [...(repeated.get(option.name) ?? []), token.value]);
			}
		}
	}
	return {given, repeated, paths};
}

/** Options of other programs, such as `tail -f`. */
const foreignShort: ReadonlyMap<string, string> = new Map([
	['-f', '--follow'],
	['-F', '--follow'],
]);

/**
 * Returns the option that an unknown short option stands for: the same letter in the other case (`-v`), or an option of other
 * programs.
 */
function shortOption(written: string): string | undefined {
	const other = options.find(({short}) => `-${short}`.toLowerCase() === written.toLowerCase());
	return foreignShort.get(written) ?? (other && `-${other.short}`);
}

/** Returns the option with that name, or undefined. */
function longOption(name: string | undefined): OptionName | undefined {
	return options.find(option => option.name === name)?.name;
}
