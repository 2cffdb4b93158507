import test from 'ava';
import {Ledger} from '../../../../source/fleet/ship/logs/ledger.js';

const claimant = {isOver: false};
const sighting = {path: '/logs/access.log', identity: '1:2', size: 9};

test("doesn't treat a log as new while its content can't be compared", async t => {
	const before = new Ledger();
	await before.claim('f', sighting, claimant, async () => 'yes');
	const ledger = new Ledger(before.records);
	t.is(await ledger.claim('f', sighting, claimant, async () => 'unknown'), 'unknown');
	t.is(ledger.records.length, 1);
	const known = await ledger.claim('f', sighting, claimant, async () => 'yes');
	t.like(known, {ordinal: 0});
	const other = await ledger.claim('f', sighting, claimant, async () => 'no');
	t.like(other, {ordinal: 1});
});

test('a log stays complete until another file contains it', async t => {
	const ledger = new Ledger();
	await ledger.claim('f', sighting, claimant, async () => 'yes');
	const name = {fingerprint: 'f', ordinal: 0};
	ledger.complete(name, 5);
	ledger.release(name, true);
	t.like(ledger.record(name), {isDone: true, modified: 5});
	await ledger.claim('f', {...sighting, path: '/logs/access.log.1'}, claimant, async () => 'yes');
	t.like(ledger.record(name), {isDone: false, modified: null, path: '/logs/access.log.1'});
});
