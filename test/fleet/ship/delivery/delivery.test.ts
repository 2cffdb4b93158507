import test from 'ava';
import {type Batch, BatchBuilder, defaultLimits} from '../../../../source/fleet/ship/delivery/batch.js';
import {Delivery, Refused} from '../../../../source/fleet/ship/delivery/delivery.js';
import {waitFor} from '../../../helpers/wait-for.js';

const batch: Batch = new BatchBuilder('web', defaultLimits).build();

test('retries until the batch is delivered and reports the problem in the meantime', async t => {
	let attempts = 0;
	const calls: Array<string | undefined> = [];
	const delivery = new Delivery(
		async () => {
			if (++attempts < 4) {
				throw new Error('away');
			}
		},
		{first: 1, max: 2},
		() => calls.push(delivery.problem?.message),
	);
	t.true(await delivery.deliver(batch));
	t.is(attempts, 4);
	t.deepEqual(calls, ['away', undefined]);
	t.is(delivery.failures, 0);
});

test('delays grow up to the maximum and vary randomly', async t => {
	const times: number[] = [];
	const delivery = new Delivery(
		async () => {
			times.push(performance.now());
			if (times.length < 7) {
				throw new Error('away');
			}
		},
		{first: 20, max: 80},
		() => {},
		() => 1,
	);
	await delivery.deliver(batch);
	const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
	for (const [index, least] of [20, 40, 80, 80, 80, 80].entries()) {
		t.true((pauses[index] ?? 0) >= least - 2, `${pauses}`);
	}
});

test("doesn't retry a refused batch", async t => {
	let attempts = 0;
	const delivery = new Delivery(async () => {
		attempts++;
		throw new Refused('wrong password');
	});
	await t.throwsAsync(delivery.deliver(batch), {instanceOf: Refused});
	t.is(attempts, 1);
});

test('at the end, waits for the current attempt but not for a delay', async t => {
	let finish = (): void => {};
	const delivery = new Delivery(async () => new Promise(resolve => (finish = resolve)));
	const delivered = delivery.deliver(batch);
	await waitFor(() => finish.name !== 'finish');
	delivery.end();
	finish();
	t.true(await delivered);
	const away = new Delivery(
		async () => {
			throw new Error('away');
		},
		{first: 60_000, max: 60_000},
	);
	const waiting = away.deliver(batch);
	await waitFor(() => away.problem !== undefined);
	away.end();
	t.false(await waiting);
});
