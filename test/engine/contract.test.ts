import test from 'ava';
import {Engine} from '../helpers/clickhouse/engine.js';
import {openFleet} from '../helpers/clickhouse/fleet.js';
import {testStore} from '../helpers/store-contract.js';

let engine: Engine;

test.before(async () => {
	engine = await Engine.start();
});

test.after.always(async () => {
	await engine?.remove();
});

testStore('ClickHouse', async (t, logs) => openFleet(t, engine, logs), 8, {readsFiles: false});
