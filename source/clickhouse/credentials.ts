import {readFileSync} from 'node:fs';
import {Failure} from '../failure.js';

/** Who asks, and whom to trust. */
export type Credentials = {
	readonly user: string;
	readonly password: string;
	/** The certificate of the authority that the server's is signed by, PEM; undefined: those that the system knows. */
	readonly authority: Buffer | undefined;
};

/**
 * Takes them from the environment, where others on the machine don't see them: CLICKHOUSE_USER, CLICKHOUSE_PASSWORD,
 * CLICKHOUSE_CA.
 * @throws Failure when there is a file named that can't be read
 */
export const credentialsOf = (env: Readonly<Record<string, string | undefined>>): Credentials => {
	const {CLICKHOUSE_USER: user = '', CLICKHOUSE_PASSWORD: password = '', CLICKHOUSE_CA: path = ''} = env;
	return {user: user || 'default', password, authority: path === '' ? undefined : authorityAt(path)};
};

const authorityAt = (path: string): Buffer => {
	let text: Buffer;
	try {
		text = readFileSync(path);
	} catch (error) {
		throw new Failure(`CLICKHOUSE_CA names ${path}, which can't be read: ${(error as Error).message}`, {
			cause: error,
		});
	}
	if (!text.includes('-----BEGIN CERTIFICATE-----')) {
		throw new Failure(
			`CLICKHOUSE_CA names ${path}, which holds no certificate: give a file in PEM form, which begins with -----BEGIN CERTIFICATE-----`,
		);
	}
	return text;
};
