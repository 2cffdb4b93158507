import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {credentialsOf} from '../../source/clickhouse/credentials.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('credentials come from the environment; without them it is the user default', t => {
	t.deepEqual(credentialsOf({}), {user: 'default', password: '', authority: undefined});
	t.like(credentialsOf({CLICKHOUSE_USER: 'viewer', CLICKHOUSE_PASSWORD: 'a b'}), {
		user: 'viewer',
		password: 'a b',
	});
});

test('a file of an authority that is none is said', t => {
	const path = join(temporaryDirectory(t), 'ca.pem');
	t.throws(() => credentialsOf({CLICKHOUSE_CA: path}), {
		message: /CLICKHOUSE_CA names .*which can't be read/,
	});
	writeFileSync(path, 'nothing');
	t.throws(() => credentialsOf({CLICKHOUSE_CA: path}), {
		message: /holds no certificate: give a file in PEM form/,
	});
	const text = '-----BEGIN CERTIFICATE-----\n';
	writeFileSync(path, text);
	t.is(credentialsOf({CLICKHOUSE_CA: path}).authority?.toString(), text);
});
