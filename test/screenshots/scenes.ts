/** A picture of the screen after a sequence of keys. Each key comes with a pattern of the screen that it leads to. */
export type Scene = {
	/** Name of the file. */
	readonly name: string;
	/** Text alternative of the picture. */
	readonly title: string;
	readonly args: readonly string[];
	readonly keys: ReadonlyArray<readonly [keys: string, shows: string | RegExp]>;
};

const enter = '\r';
const leave = '\u001B';

/** The pictures, in readme order. */
export const scenes: readonly Scene[] = [
	{
		name: 'listing',
		title:
			'The listing: the newest requests of a log, coloured by status, with the state and the rate above, the timeline and keys below',
		args: [],
		keys: [],
	},
	{
		name: 'search',
		title:
			'A search while it is written: the fields that fit are offered, and what it finds is shown already',
		args: [],
		keys: [['/status:4xx,5xx ip:198.51.100.', 'Tab']],
	},
	{
		name: 'facets',
		title: 'The most frequent clients, with their shares and how slow their requests were',
		args: [],
		keys: [['f', 'Esc']],
	},
	{
		name: 'timeline',
		title: 'The timeline: requests over time, stacked by status class',
		args: [],
		keys: [
			['t', 'since:5m'],
			['t', 'since:15m'],
			['i', 'Esc'],
		],
	},
	{
		name: 'latency',
		title: 'The latency: how many requests took how long, with lines of p50, p95 and p99',
		args: [],
		keys: [
			['t', 'since:5m'],
			['t', 'since:15m'],
			['l', 'many'],
		],
	},
	{
		name: 'differences',
		title: 'Differences: what sets the requests with 5xx apart from the others',
		args: [],
		keys: [
			['5', 'status:5xx'],
			['d', 'times'],
		],
	},
	{
		name: 'routes',
		title: 'Routes: URLs of the same shape in one line, with statuses, bytes and p95',
		args: [],
		keys: [['r', 'Esc']],
	},
	{
		name: 'details',
		title:
			'The details of a request: its redirect, what the same client did before and after, its parts, the line as logged',
		args: [],
		keys: [
			['/status:301\r', 'status:301'],
			['jj', /1–/],
			[enter, 'Same client'],
		],
	},
];

/** A step of the recording: keys to press or seconds to let pass, and the display time of the result in ms. */
export type Step = {readonly keys?: string; readonly seconds?: number; readonly stays: number};

function pressed(keys: string, stays: number): Step {
	return {keys, stays};
}
function waited(stays: number): Step {
	return {seconds: 1, stays};
}
function typed(text: string): readonly Step[] {
	return Array.from(text, key => pressed(key, 180));
}

/** The recording; it takes about 20 seconds. */
export const recording = {
	name: 'recording',
	title:
		'Requests flow in; the next 5xx and its details; a search as it is typed; whose requests those are; when they came',
	args: [],
	steps: [
		{stays: 900},
		...Array.from({length: 4}, () => waited(800)),
		pressed('e', 1300),
		pressed(enter, 2600),
		pressed(leave, 500),
		...typed('/status:4xx'),
		pressed(enter, 1100),
		pressed('f', 2200),
		pressed(leave, 400),
		pressed('i', 2600),
		pressed(leave, 400),
		pressed('C', 500),
		pressed('g', 700),
		...Array.from({length: 2}, () => waited(800)),
	],
} as const satisfies {readonly steps: readonly Step[]; readonly [key: string]: unknown};
