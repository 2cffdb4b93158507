import test, {type ExecutionContext} from 'ava';
import {parseAddress} from '../../../source/command-line/store-address.js';
import {checkVersion} from '../../../source/fleet/clickhouse/check-server.js';
import {Connection} from '../../../source/fleet/clickhouse/connection.js';
import {credentialsOf} from '../../../source/fleet/clickhouse/credentials.js';
import {FakeClickHouse} from '../../helpers/clickhouse/fake-clickhouse.js';

/** A connection to a server that reports this version. */
async function connectionTo(t: ExecutionContext, version: string): Promise<Connection> {
	const {address} = await FakeClickHouse.start(t, undefined, version);
	const connection = new Connection(parseAddress(address), await credentialsOf({}));
	t.teardown(() => connection.close());
	return connection;
}

test('rejects a server that is too old and returns the version of any other', async t => {
	for (const version of ['18.16.1', '24.12.9', '25.2.7.1']) {
		await t.throwsAsync(checkVersion(await connectionTo(t, version)), {
			message: new RegExp(`is ClickHouse ${version}: version 25\\.3 or later is required$`),
		});
	}
	for (const version of ['25.3.1', '25.10.2', '26.7.3.1']) {
		t.like(await checkVersion(await connectionTo(t, version)), {version});
	}
});
