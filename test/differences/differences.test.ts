import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {Differences} from '../../source/differences/differences.js';
import {calendarIn} from '../../source/format/calendar.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {everything, type Query} from '../../source/query/query.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import {type Incident, incidents, quietLog, type Trap, traps} from '../helpers/incidents.js';
import {openSettled} from '../helpers/open-store.js';
import {hour, midnight, shopLines} from '../helpers/shop-traffic.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const now = midnight + 24 * hour;

function queryOf(text: string): Query {
	return parseQuery(text, calendarIn('utc', now));
}

async function differencesOf(
	t: ExecutionContext,
	{requests, selection, within = '', baseline, files = ['a.log', 'b.log']}: Incident | Trap,
): Promise<Differences> {
	const directory = temporaryDirectory(t);
	const paths = files.map(name => join(directory, name));
	for (const [index, lines] of shopLines(requests()).entries()) {
		writeFileSync(paths[index] ?? '', lines);
	}
	const store = await openSettled(t, paths, {follow: false, now: () => now});
	const queries = [selection, within].map(queryOf);
	await Promise.all(queries.map(query => store.searched(query)));
	const [selected = queryOf(''), limits = queryOf('')] = queries;
	const found = await store.differences({
		selection: selected,
		within: limits,
		baseline:
			baseline === undefined || baseline === 'rest' || baseline === 'before' ? baseline : queryOf(baseline),
	});
	await store.close();
	return found;
}

function textsOf({findings}: Differences): readonly string[] {
	return findings.map(({field, value}) => `${field} ${value}`);
}

for (const incident of incidents) {
	test(`incident: ${incident.name}`, async t => {
		const found = await differencesOf(t, incident);
		const texts = textsOf(found);
		t.log(found.selected, found.baseline, texts.slice(0, 5).join(' | '));
		const first = texts.slice(0, incident.culprits.length);
		for (const culprit of incident.culprits) {
			t.true(
				first.some(text => (typeof culprit === 'string' ? text === culprit : culprit.test(text))),
				`${culprit}: ${texts.join(', ')}`,
			);
		}
		if (incident.mostly !== undefined) {
			t.true(found.findings[0]?.mostly.some(({field, value}) => `${field} ${value}` === incident.mostly));
		}
	});
}

for (const trap of traps) {
	test(`trap: ${trap.name}`, async t => {
		const found = await differencesOf(t, trap);
		t.log(found.selected, found.baseline);
		t.deepEqual(textsOf(found), []);
	});
}

/** Number of quiet logs. As for properties, `RUNS=1` is for CI: it compares all 200. */
const quietLogs = process.env.RUNS === undefined ? 12 : Math.ceil(200 * Number(process.env.RUNS));

test('quiet logs have no findings, or one in a hundred', async t => {
	const found: string[] = [];
	for (let seed = 1; seed <= quietLogs; seed++) {
		const differences = await differencesOf(t, quietLog(seed));
		if (differences.findings.length > 0) {
			found.push(
				`${seed} (${differences.selected}, ${differences.baseline}): ${textsOf(differences).join(', ')}`,
			);
		}
	}
	t.log(found.join('\n'));
	t.true(found.length <= Math.max(1, quietLogs / 100), found.join('\n'));
});

test('an aborted comparison rejects, and progress increases to 1', async t => {
	const path = join(temporaryDirectory(t), 'a.log');
	writeFileSync(path, shopLines(quietLog(1).requests()).join(''));
	const store = await openSettled(t, [path], {follow: false, now: () => now});
	const comparison = {selection: queryOf('status:200'), within: queryOf('')};
	const stop = new AbortController();
	const reason = new Error('given up');
	const progress = (done: number): void => {
		if (done > 0.3) {
			stop.abort(reason);
		}
	};
	await t.throwsAsync(store.differences(comparison, {signal: stop.signal, progress}), {is: reason});
	const seen: number[] = [];
	await store.differences(comparison, {progress: done => seen.push(done)});
	t.deepEqual(
		seen.toSorted((a, b) => a - b),
		seen,
	);
	t.true(seen.length > 10);
});

/** Returns the differences with the names of each cause sorted: names with the same score have no fixed order. */
function sorted(found: Differences): unknown {
	return {
		...found,
		findings: found.findings.map(finding => ({
			...finding,
			also: finding.also.map(({field, value}) => `${field} ${value}`).sort(),
		})),
	};
}

test('after requests arrive and are evicted, the differences equal the differences of a newly read log', async t => {
	const incident = incidents.find(({name}) => name === 'a route fails');
	const lines = shopLines((incident?.requests() ?? []).map(request => ({...request, file: 0 as const})))[0]
		.split('\n')
		.slice(0, -1)
		.map(line => `${line}\n`);
	const path = join(temporaryDirectory(t), 'access.log');
	const anew = async (from: number, to: number): Promise<unknown> => {
		const other = join(temporaryDirectory(t), 'access.log');
		writeFileSync(other, lines.slice(from, to).join(''));
		const store = await openSettled(t, [other], {follow: false, now: () => now});
		return differencesIn(store);
	};
	const comparison = {selection: queryOf('status:5xx'), within: queryOf('')};
	const differencesIn = async (store: Pick<EmbeddedStore, 'differences'>): Promise<unknown> =>
		sorted(await store.differences(comparison));
	const third = Math.floor(lines.length / 3);
	writeFileSync(path, lines.slice(0, third).join(''));
	const store = await openSettled(t, [path], {now: () => now});
	t.deepEqual(await differencesIn(store), await anew(0, third));
	for (const [from, to] of [
		[third, third + 1],
		[third + 1, 2 * third],
		[2 * third, lines.length],
	] as const) {
		appendFileSync(path, lines.slice(from, to).join(''));
		await waitFor(async () => (await store.count(everything)).n === to);
		t.deepEqual(await differencesIn(store), await anew(0, to));
	}
	t.like(await store.differences(comparison), {findings: {0: {field: 'route', value: '/cart/add'}}});
	store.holdAtMost(third);
	t.is((await store.count(everything)).n, third);
	t.deepEqual(await differencesIn(store), await anew(lines.length - third, lines.length));
});
