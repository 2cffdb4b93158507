import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {credentialsOf} from '../../../source/fleet/clickhouse/credentials.js';
import {makeNamedPipe} from '../../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

test('reads credentials from the environment; the default user is "default"', async t => {
	t.deepEqual(await credentialsOf({}), {user: 'default', password: '', authority: undefined});
	t.like(await credentialsOf({CLICKHOUSE_USER: 'viewer', CLICKHOUSE_PASSWORD: 'a b'}), {
		user: 'viewer',
		password: 'a b',
	});
});

test('reports a certificate file that is missing or invalid', async t => {
	const path = join(temporaryDirectory(t), 'ca.pem');
	await t.throwsAsync(() => credentialsOf({CLICKHOUSE_CA: path}), {
		message: /CLICKHOUSE_CA names .*which can't be read/,
	});
	writeFileSync(path, 'nothing');
	await t.throwsAsync(() => credentialsOf({CLICKHOUSE_CA: path}), {
		message: /contains no certificate: give a file in PEM format/,
	});
	const text = '-----BEGIN CERTIFICATE-----\n';
	writeFileSync(path, text);
	t.is((await credentialsOf({CLICKHOUSE_CA: path})).authority?.toString(), text);
	symlinkSync(path, `${path}.link`);
	t.is((await credentialsOf({CLICKHOUSE_CA: `${path}.link`})).authority?.toString(), text);
});

test("rejects a CLICKHOUSE_CA that isn't a regular file or is too large, without reading it", async t => {
	const directory = temporaryDirectory(t);
	const path = (name: string): string => join(directory, name);
	mkdirSync(path('folder'));
	writeFileSync(path('large'), Buffer.alloc((1 << 20) + 1, '-----BEGIN CERTIFICATE-----'));
	await makeNamedPipe(path('pipe'));
	for (const name of [path('folder'), path('pipe'), '/dev/zero']) {
		await t.throwsAsync(() => credentialsOf({CLICKHOUSE_CA: name}), {
			message: `CLICKHOUSE_CA names ${name}, which is not a regular file: give the file with the certificate of the authority`,
		});
	}
	await t.throwsAsync(() => credentialsOf({CLICKHOUSE_CA: path('large')}), {
		message: `CLICKHOUSE_CA names ${path('large')}, which is larger than 1 MiB: give a file with only the certificate of the authority`,
	});
});
