import {errnoWords} from '../tail/files/errno-words.js';
import {readSmall, type SmallFile} from '../tail/files/open-file.js';
import {UserError} from '../user-error.js';

/** Bytes: a file of many authorities has 200 KiB. */
const largestFile = 1 << 20;

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
 * @throws UserError when there is a file named that can't be read
 */
export async function credentialsOf(env: Readonly<Record<string, string | undefined>>): Promise<Credentials> {
	const {CLICKHOUSE_USER: user = '', CLICKHOUSE_PASSWORD: password = '', CLICKHOUSE_CA: path = ''} = env;
	return {user: user || 'default', password, authority: path === '' ? undefined : await authorityAt(path)};
}

/** The environment of other programs: whom they tell of alerts and copies is none of the server's business. */
export function withoutPassword({
	CLICKHOUSE_PASSWORD: _,
	...env
}: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
	return env;
}

async function authorityAt(path: string): Promise<Buffer> {
	let read: SmallFile;
	try {
		read = await readSmall(path, largestFile);
	} catch (error) {
		throw new UserError(`CLICKHOUSE_CA names ${path}, which can't be read: ${errnoWords(error)}`, {
			cause: error,
		});
	}
	if ('unread' in read) {
		throw new UserError(
			read.unread === 'no file'
				? `CLICKHOUSE_CA names ${path}, which is no regular file: give the file with the certificate of the authority`
				: `CLICKHOUSE_CA names ${path}, which is larger than 1 MiB: give a file with the certificate of the authority alone`,
		);
	}
	if (!read.bytes.includes('-----BEGIN CERTIFICATE-----')) {
		throw new UserError(
			`CLICKHOUSE_CA names ${path}, which holds no certificate: give a file in PEM form, which begins with -----BEGIN CERTIFICATE-----`,
		);
	}
	return read.bytes;
}
