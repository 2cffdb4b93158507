import {setFlagsForReading} from '../../source/process/engine-flags.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {everything, type Query} from '../../source/query/query.js';
import {EmbeddedStore} from '../../source/store/embedded-store.js';
import type {Store} from '../../source/store/store.js';
import {bandBounds} from '../../source/view/charts/draw-latency.js';
import {type Spread, spread} from './spread.js';

/** A query of the store, as the screen runs it. */
export type Question = {
	readonly name: string;
	readonly search: string;
	/** Query to measure instead of the count and the first page. */
	readonly ask?: (store: Store, query: Query) => Promise<unknown>;
	/** Time limit with 5M entries, in ms. */
	readonly atMost?: number;
	/** The lnav equivalent: a regular expression to filter in, or SQL. */
	readonly lnav?: {readonly filter: string} | {readonly sql: string};
};

/** Time that a question took, and the longest delay of a key caused by it, both in ms. */
export type Answered = {readonly time: Spread; readonly maxWait: number; readonly n: number};

const day = 24 * 60 * 60 * 1000;

const facets = [
	{field: 'ip', column: 'c_ip'},
	{field: 'url', column: 'cs_uri_stem'},
	{field: 'route', column: null},
	{field: 'userAgent', column: 'cs_user_agent'},
] as const;

/** One question of each kind, for logs from `generateLog`. */
export const questions: readonly Question[] = [
	{name: 'status', search: 'status:404', atMost: 30, lnav: {filter: '" 404 '}},
	{name: 'method', search: 'method:post', atMost: 30, lnav: {filter: '"POST '}},
	{name: 'address', search: 'ip:10.227.48.102', atMost: 30, lnav: {filter: '^10\\.227\\.48\\.102 '}},
	{name: 'network', search: 'ip:10.227.0.0/16', atMost: 30, lnav: {filter: '^10\\.227\\.'}},
	{name: 'part of the URL', search: 'steel-square', atMost: 60, lnav: {filter: 'steel-square'}},
	{
		name: 'regular expression',
		search: 'url:~^/(en|de)/.*-\\d+/$',
		atMost: 300,
		lnav: {filter: '"[A-Z]+ /(en|de)/[^ ]*-\\d+/ HTTP'},
	},
	{name: 'several', search: 'status:5xx -ip:10.227.0.0/16 agent:firefox'},
	...facets.map(({field, column}) => ({
		name: `facet ${field}`,
		search: '',
		atMost: 150,
		ask: async (store: Store, query: Query) => store.facets(query, field, 100),
		...(column === null
			? {}
			: {
					lnav: {
						sql: `SELECT ${column}, count(*) AS n FROM access_log GROUP BY ${column} ORDER BY n DESC LIMIT 100`,
					},
				}),
	})),
	{name: 'visits', search: '', atMost: 300, ask: async (store, query) => store.visits(query)},
	{name: 'routes', search: '', ask: async (store, query) => store.routes(query, 100)},
	{
		name: 'timeline',
		search: '',
		atMost: 80,
		lnav: {sql: 'SELECT strftime("%Y-%m-%d %H", log_time) AS hour, count(*) FROM access_log GROUP BY hour'},
		async ask(store, query) {
			const {from, to} = await timesOf(store, query);
			return store.histogram(query, from, to, Math.max(1, Math.ceil((to - from) / 60)));
		},
	},
];

/** Numbers of intervals and bands in a map of durations on a screen of 120 columns. */
const [mapIntervals, mapBands] = [98, 32];

/** Questions about the durations of requests, for logs that have them. */
export const durationQuestions: readonly Question[] = [
	{
		name: 'map of durations',
		search: '',
		atMost: 50,
		async ask(store, query) {
			const {from, to} = await timesOf(store, query);
			const step = Math.max(1, Math.ceil((to - from) / mapIntervals));
			return store.heatmap(query, {from, to, step}, bandBounds(mapBands, 1, 1000));
		},
	},
	{
		name: 'first page by duration',
		search: '',
		atMost: 100,
		ask: async (store, query) => store.page(query, {from: 'newest', order: 'duration'}, 50),
	},
	...facets.map(({field}) => ({
		name: `facet ${field}, all columns`,
		search: '',
		// Each entry has one of a few user agents, but hardly any has a frequent address.
		...(field === 'ip' && {atMost: 150}),
		ask: async (store: Store, query: Query) => store.facets(query, field, 100, {withFigures: true}),
	})),
	// The first one compares no durations.
	...['status:5xx', 'method:post'].map(search => ({
		name: 'differences',
		search,
		atMost: 1500,
		ask: async (store: Store, query: Query) =>
			store.differences({selection: query, within: everything, baseline: 'rest'}),
	})),
];

async function timesOf(store: Store, query: Query): Promise<{readonly from: number; readonly to: number}> {
	const [newest] = (await store.page(query, {from: 'newest'}, 1)).entries;
	const [oldest] = (await store.page(query, {from: 'oldest'}, 1)).entries;
	return {from: oldest?.position.time ?? 0, to: newest?.position.time ?? day};
}

/** Opens a log, with V8 as the program sets it for reading, and waits until it is completely read. */
export async function openWhole(path: string): Promise<EmbeddedStore> {
	setFlagsForReading();
	const store = new EmbeddedStore({
		paths: [path],
		follow: false,
		poll: false,
		backfill: true,
		source: '',
		cap: Number.POSITIVE_INFINITY,
		keepPiped: 0,
		failed(error) {
			throw error;
		},
	});
	await store.settled();
	return store;
}

/** Runs a question `runs` times, each time with a newly parsed query. */
export async function answer(store: Store, question: Question, runs: number): Promise<Answered> {
	const times: number[] = [];
	let maxWait = 0;
	let n = 0;
	for (let run = 0; run < runs; run++) {
		const query = parseQuery(question.search, {now: Date.now(), zoneAt: () => 0});
		let last = performance.now();
		let isOver = false;
		const beat = (): void => {
			const now = performance.now();
			maxWait = Math.max(maxWait, now - last);
			last = now;
			if (!isOver) {
				setImmediate(beat);
			}
		};
		setImmediate(beat);
		const start = performance.now();
		if (question.ask === undefined) {
			const [count] = await Promise.all([store.count(query), store.page(query, {from: 'newest'}, 10)]);
			n = count.n;
		} else {
			await question.ask(store, query);
		}
		times.push(performance.now() - start);
		isOver = true;
		await new Promise(resolve => setImmediate(resolve));
	}
	return {time: spread(times), maxWait, n};
}
