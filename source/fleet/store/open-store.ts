import {AddressError, parseAddress} from '../../command-line/store-address.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import {UserError} from '../../user-error.js';
import {credentialsOf} from '../clickhouse/credentials.js';
import {ClickHouseStore} from './clickhouse-store.js';

/** The environment variables, with the address and credentials. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Value of `--store` for the address in CLICKHOUSE_URL. */
const fromEnvironment = 'env';

/**
 * Parses an address; `env` is the address in CLICKHOUSE_URL.
 * @throws UserError, AddressError
 */
export function addressFrom(given: string, {CLICKHOUSE_URL: named = ''}: Environment) {
	if (given !== fromEnvironment) {
		return parseAddress(given);
	}
	if (named === '') {
		throw new UserError('--store env reads the address from CLICKHOUSE_URL, which is not set');
	}
	try {
		return parseAddress(named);
	} catch (error) {
		throw error instanceof AddressError
			? new UserError(`CLICKHOUSE_URL: ${error.message}`, {cause: error})
			: error;
	}
}

/**
 * Opens the store at an address, with the user in the environment.
 * @throws UserError with instructions
 */
export async function openStore(
	given: string,
	env: Environment,
	options: {readonly follow: boolean; readonly routes: KnownRoutes; readonly signal: AbortSignal},
): Promise<ClickHouseStore> {
	return ClickHouseStore.open({
		address: addressFrom(given, env),
		credentials: await credentialsOf(env),
		...options,
	});
}
