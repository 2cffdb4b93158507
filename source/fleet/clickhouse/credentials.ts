import {errnoWords} from '../../tail/files/errno-words.js';
import {readSmall, type SmallFile} from '../../tail/files/open-file.js';
import {UserError} from '../../user-error.js';

/** In bytes. A file with many authorities has 200 KiB. */
const maxFileSize = 1 << 20;

/** User, password and trusted authority. */
export type Credentials = {
	readonly user: string;
	readonly password: string;
	/**
	 * Certificate of the authority that signed the server's certificate, as PEM; undefined: the authorities that the system knows.
	 */
	readonly authority: Buffer | undefined;
};

/**
 * Reads the credentials from the environment, which other users of the machine can't see: CLICKHOUSE_USER, CLICKHOUSE_PASSWORD,
 * CLICKHOUSE_CA.
 * @throws UserError if the named file can't be read
 */
export async function credentialsOf(env: Readonly<Record<string, string | undefined>>): Promise<Credentials> {
	const {CLICKHOUSE_USER: user = '', CLICKHOUSE_PASSWORD: password = '', CLICKHOUSE_CA: path = ''} = env;
	return {user: user || 'default', password, authority: path === '' ? undefined : await authorityAt(path)};
}

async function authorityAt(path: string): Promise<Buffer> {
	let read: SmallFile;
	try {
		read = await readSmall(path, maxFileSize);
	} catch (error) {
		throw new UserError(`CLICKHOUSE_CA names ${path}, which can't be read: ${errnoWords(error)}`, {
			cause: error,
		});
	}
	if ('unread' in read) {
		throw new UserError(
			read.unread === 'no file'
				? `CLICKHOUSE_CA names ${path}, which is not a regular file: give the file with the certificate of the authority`
				: `CLICKHOUSE_CA names ${path}, which is larger than 1 MiB: give a file with only the certificate of the authority`,
		);
	}
	if (!read.bytes.includes('-----BEGIN CERTIFICATE-----')) {
		throw new UserError(
			`CLICKHOUSE_CA names ${path}, which contains no certificate: give a file in PEM format, which begins with -----BEGIN CERTIFICATE-----`,
		);
	}
	return read.bytes;
}
