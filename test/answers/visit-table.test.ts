import test from 'ava';
import fc from 'fast-check';
import {type RequestList, type VisitTable, visitTable} from '../../source/answers/visit-table.js';
import {forAll} from '../helpers/for-all.js';
import {seededRandom} from '../helpers/random.js';

const minute = 60_000;

/** Adds a request. */
function add(table: VisitTable, address: number, agent: number, time: number): void {
	const list = {
		addresses: Uint32Array.of(address),
		agents: Uint32Array.of(agent),
		times: Float64Array.of(time),
	};
	addAll(table, list, 1);
}

/** Adds the first requests of a list. Returns how many times clients moved to another table. */
function addAll(table: VisitTable, list: RequestList, count: number): number {
	let moves = 0;
	for (let next = 0; next < count; ) {
		next = table.addAll(list, next, count);
		do {
			moves++;
		} while (!table.rebuild());
	}
	return moves;
}

/** Counts the visits of clients with these times. */
function modelOf(clients: ReadonlyMap<string, readonly number[]>): number {
	let visits = 0;
	for (const times of clients.values()) {
		const sorted = times.toSorted((a, b) => a - b);
		visits += sorted.filter(
			(time, index) => index === 0 || time - (sorted[index - 1] ?? 0) >= 30 * minute,
		).length;
	}
	return visits;
}

for (const [kind, max] of [
	['few', 9],
	['many', 8],
] as const) {
	test(`a visit ends after 30 minutes without a request, to the millisecond: ${kind} clients`, t => {
		const table = visitTable(2, 2, max);
		add(table, 1, 1, 0);
		add(table, 1, 1, 30 * minute - 1);
		add(table, 1, 1, 60 * minute - 2);
		t.is(table.visits, 1);
		add(table, 1, 1, 90 * minute - 2);
		t.is(table.visits, 2);
		add(table, 1, 2, 90 * minute);
		add(table, 2, 1, 90 * minute);
		t.is(table.visits, 4);
		t.is(table.clients, 3);
		t.true(table.isExact);
	});
}

test('visits agree with a plain model', t => {
	const request = fc.tuple(fc.integer({min: 1, max: 3}), fc.integer({min: 1, max: 2}), fc.nat({max: 40}));
	forAll(300, fc.array(request, {maxLength: 60, size: 'max'}), requests => {
		// A list of all possible clients, and a hash table for 6 clients.
		const tables = [visitTable(3, 2, 12), visitTable(3, 2, 6)];
		const clients = new Map<string, number[]>();
		for (const [address, agent, tens] of requests.toSorted(([, , a], [, , b]) => a - b)) {
			for (const table of tables) {
				add(table, address, agent, tens * 10 * minute);
			}
			const client = `${address} ${agent}`;
			clients.set(client, [...(clients.get(client) ?? []), tens * 10 * minute]);
		}
		for (const {clients: found, visits, isExact} of tables) {
			t.deepEqual([found, visits, isExact], [clients.size, modelOf(clients), true]);
		}
	});
});

test('with too many clients, the estimates are within 5 %', t => {
	const {between, chance} = seededRandom(3);
	const table = visitTable(30_000, 10, 20_000);
	const clients = 300_000;
	const counts = Uint8Array.from({length: clients}, () => (chance(0.1) ? between(2, 9) : 1));
	let visits = 0;
	for (let visit = 0; visit < 9; visit++) {
		const active = Uint32Array.from(counts.keys()).filter(client => (counts[client] ?? 0) > visit);
		visits += active.length;
		// Ten agents at each address.
		const list = {
			addresses: active.map(client => 1 + Math.floor(client / 10)),
			agents: active.map(client => 1 + (client % 10)),
			times: new Float64Array(active.length).fill(visit * 40 * minute),
		};
		addAll(table, list, active.length);
	}
	t.false(table.isExact);
	// At least about 9,000 clients are left: 5 % are more than four standard deviations.
	t.true(Math.abs(table.clients / clients - 1) < 0.05, `${table.clients} of ${clients}`);
	t.true(Math.abs(table.visits / visits - 1) < 0.05, `${table.visits} of ${visits}`);
});

test('a table of many clients grows in short steps', t => {
	const clients = 900_000;
	const table = visitTable(clients, 1, 1_000_000);
	const addresses = Uint32Array.from({length: clients}, (_, client) => client + 1);
	const list = {
		addresses,
		agents: new Uint32Array(clients).fill(1),
		times: new Float64Array(clients),
	};
	// 64 Ki clients at once: the table is rebuilt with 16, 8, 4, 2 and 1 times as many slots.
	t.is(addAll(table, list, clients), 16 + 8 + 4 + 2 + 1 + 1);
	addAll(table, {...list, times: list.times.map(() => 40 * minute)}, clients);
	t.deepEqual([table.clients, table.visits, table.isExact], [clients, 2 * clients, true]);
});

test('an estimate does not depend on the order of the clients', t => {
	const clients = Array.from({length: 3000}, (_, client) => client + 1);
	const estimateOf = (ordered: readonly number[]): readonly number[] => {
		const table = visitTable(3000, 7, 500);
		for (const time of [0, 100 * minute, 200 * minute]) {
			for (const client of ordered) {
				add(table, client, 7, time);
			}
		}
		return [table.clients, table.visits];
	};
	const [kept = 0, visits] = estimateOf(clients);
	t.is(visits, 3 * kept);
	t.deepEqual(estimateOf(clients.toReversed()), [kept, visits]);
});
