import {rgPath} from '@vscode/ripgrep';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {everything, type Query} from '../../../source/query/query.js';
import type {Store} from '../../../source/store/store.js';
import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf} from '../figure.js';
import {homeEnvironment} from '../home-environment.js';
import {measure} from '../measure.js';
import {answer, openWhole} from '../question.js';
import {linesName, longest, type Session} from '../session.js';
import {percentile, type Spread, spread} from '../spread.js';

/** The results of one run, in ms. */
type Taken = {
	readonly reading: number;
	readonly rare: number;
	readonly rg: number;
	readonly firstMatch: number;
	readonly firstUse: number;
	readonly wait: number;
};

function search(text: string): Query {
	return parseQuery(text, {now: Date.now(), zoneAt: () => 0});
}

/**
 * Measures searches that read the lines of the longest log again: for the text of a line, and for log fields, which are at
 * the end of this log's lines. Opens the store for each run, because it keeps what it has read.
 */
export async function measureLines(session: Session): Promise<readonly Figure[]> {
	const count = longest(session);
	const log = await cachedLog(count, 'pairs');
	const runs: Taken[] = [];
	let fields: {readonly count: Spread; readonly facet: Spread} | undefined;
	for (let run = 0; run < session.runs; run++) {
		const start = performance.now();
		const store = await openWhole(log);
		const reading = performance.now() - start;
		const id = await requestIdAt(store, Math.floor(count / 11));
		const keys = new KeyWaits();
		// The text of another run would be known already. This one is in no line.
		const rare = await took(store.searched(search(`line:zq${run}jx-none`)));
		const rg = await measure({
			file: rgPath,
			arguments: ['-c', `zq${run}jx-none`, log],
			environment: homeEnvironment(session.home),
			exitCodes: [0, 1],
		});
		const firstMatch = await took(firstMatchOf(store, id));
		const firstUse = await took(store.searched(search('@rid:none')));
		const wait = keys.end();
		runs.push({reading, rare, rg: rg.milliseconds, firstMatch, firstUse, wait});
		if (run === session.runs - 1) {
			fields = {
				count: (await answer(store, {name: '', search: '@rid:9f2c1'}, session.runs)).time,
				facet: await facetTime(store, session.runs),
			};
		}
		await store.close();
	}
	const name = linesName(count);
	const of = (value: (taken: Taken) => number): Spread => spread(runs.map(value));
	const reading = of(taken => taken.reading);
	const rg = of(taken => taken.rg);
	return [
		...figureOf(
			`${name}, text of a line`,
			'time',
			[
				['reqscope', of(taken => taken.rare)],
				['rg', rg],
			],
			[{atMost: 1.5, of: 'rg', plus: 100}],
		),
		...figureOf(
			`${name}, text of a line: first match in the newest 10 %`,
			'time',
			[['reqscope', of(taken => taken.firstMatch)]],
			[{atMost: 300}],
		),
		...figureOf(
			`${name}, first use of a log field`,
			'time',
			[
				['reqscope', of(taken => taken.firstUse)],
				['reading', reading],
			],
			[{atMost: 1.5, of: 'reading'}],
		),
		...figureOf(
			`${name}, a key while lines are read (95 %)`,
			'time',
			[['reqscope', of(taken => taken.wait)]],
			[{atMost: 30}],
		),
		...(fields === undefined
			? []
			: [
					...figureOf(
						`${name}, log field: \`@rid:9f2c1\``,
						'time',
						[['reqscope', fields.count]],
						[{atMost: 30}],
					),
					...figureOf(`${name}, facet of a log field`, 'time', [['reqscope', fields.facet]], [{atMost: 150}]),
				]),
	];
}

async function took(work: Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work;
	return performance.now() - start;
}

/** Returns the request id in the line of the entry with this many newer entries. */
async function requestIdAt(store: Store, newer: number): Promise<string> {
	const {entries} = await store.page(everything, {from: 'newest'}, newer + 1);
	const [line] = await store.raw(entries.slice(-1));
	return / rid=(\S+)/.exec(String(Buffer.from(line ?? [])))?.[1] ?? 'none';
}

/** Resolves when the page of a search has its first entry. Queries the page again after each change, as the screen does. */
async function firstMatchOf(store: Store, text: string): Promise<void> {
	const query = search(`line:${text}`);
	let wake = (): void => {};
	const unsubscribe = store.subscribe(query, () => wake());
	try {
		while ((await store.page(query, {from: 'newest'}, 10)).entries.length === 0) {
			await new Promise<void>(resolve => {
				wake = resolve;
			});
		}
	} finally {
		unsubscribe();
	}
}

async function facetTime(store: Store, runs: number): Promise<Spread> {
	await store.searched(search('@cs:none'));
	const question = {
		name: '',
		search: '',
		ask: async (asked: Store, query: Query) => asked.facets(query, '@cs', 100),
	};
	return (await answer(store, question, runs)).time;
}

/** Measures how long keys would wait that arrive at any time, in ms. */
class KeyWaits {
	readonly #waits: number[] = [];
	readonly #timer: NodeJS.Timeout;

	constructor() {
		let due = performance.now() + 1;
		this.#timer = setInterval(() => {
			const now = performance.now();
			// A key per ms of the time since the last turn of the event loop.
			for (let late = now - due; late >= 0; late--) {
				this.#waits.push(late);
			}
			due = now + 1;
		}, 1);
	}

	/** Returns the 95th percentile. */
	end(): number {
		clearInterval(this.#timer);
		return percentile(this.#waits, 0.95);
	}
}
