import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {Differences} from '../../source/differences/differences.js';
import {calendarIn} from '../../source/format/calendar.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import type {Query} from '../../source/query/query.js';
import {type Incident, incidents, quietLog, type Trap, traps} from '../helpers/incidents.js';
import {openSettled} from '../helpers/open-store.js';
import {hour, midnight, shopLines} from '../helpers/shop-traffic.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

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

test('an aborted comparison rejects, and progress goes up to 1', async t => {
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
