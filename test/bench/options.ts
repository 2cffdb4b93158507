import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

/** Parts of the benchmark that can run separately, in execution order. */
export const allParts = [
	'reading',
	'distinct',
	'formats',
	'start',
	'memory',
	'append',
	'load',
	'keys',
	'questions',
] as const;
export type Part = (typeof allParts)[number];

export const usage = `Usage: npm run bench -- [options]

  --only PART,…   of these parts (all):
                    reading    a log read whole: time, peak memory, bytes an entry
                    distinct   the same of a log where every URL is another
                    formats    processor time for a line of each of 16 formats
                    start      the first page on the screen, after a cold start
                    memory     resident set with the screen on the longest log
                    append     from a line written to the line on the screen
                    load       processor and output: quiet, at 50 and at 5,000 lines a second
                    keys       from a key to its effect while the longest log is being read
                    questions  searches, facets, routes, timeline, latency, differences
  --lines N,…     how long the logs are (1000000,5000000)
  --runs N        how often each program runs (5)
  --seconds N     for how long each load is watched (30)
  --goaccess      GoAccess as often as the others and on all logs, not once on one of 1M: takes an hour
  --huge          start: with a log of 5 GB, too
  --json FILE     keep the result; what FILE has of other parts stays there
  --against FILE  show what has changed since that result
  --check         fail if a figure is above its limit; formats: measure only reqscope
  --write         formats: make the ratios to combined the limits, in tools/format-ratios.json
  --show FILE     measure nothing, show that result
`;

export type Options = {
	readonly parts: readonly Part[];
	/** Line counts of the logs, in ascending order; at least one. */
	readonly sizes: readonly number[];
	readonly runs: number;
	readonly seconds: number;
	readonly goaccess: boolean;
	readonly huge: boolean;
	readonly check: boolean;
	readonly write: boolean;
	readonly json: string | undefined;
	readonly against: string | undefined;
	readonly show: string | undefined;
	/** The measured program and its first arguments. */
	readonly cli: readonly string[];
};

function positive(name: string, text: string): number {
	if (!/^[1-9]\d*$/.test(text)) {
		throw new Error(`--${name} takes a number from 1 on, not “${text}”`);
	}
	return Number(text);
}

function part(name: string): Part {
	const found = allParts.find(part => part === name);
	if (found === undefined) {
		throw new Error(`--only takes ${allParts.join(', ')}, not “${name}”`);
	}
	return found;
}

/**
 * Parses the arguments.
 * @throws an error whose message explains which argument is invalid
 */
export function readOptions(args: readonly string[]): Options {
	const {values} = parseArgs({
		args: [...args],
		options: {
			only: {type: 'string', multiple: true, default: [...allParts]},
			lines: {type: 'string', default: '1000000,5000000'},
			runs: {type: 'string', default: '5'},
			seconds: {type: 'string', default: '30'},
			goaccess: {type: 'boolean', default: false},
			huge: {type: 'boolean', default: false},
			check: {type: 'boolean', default: false},
			write: {type: 'boolean', default: false},
			json: {type: 'string'},
			against: {type: 'string'},
			show: {type: 'string'},
			// Another program to measure, to test the benchmark itself.
			cli: {type: 'string'},
		},
	});
	const wanted = new Set(values.only.flatMap(names => names.split(',')).map(part));
	const sizes = new Set(values.lines.split(',').map(size => positive('lines', size)));
	return {
		parts: allParts.filter(part => wanted.has(part)),
		sizes: [...sizes].sort((a, b) => a - b),
		runs: positive('runs', values.runs),
		seconds: positive('seconds', values.seconds),
		goaccess: values.goaccess,
		huge: values.huge,
		check: values.check,
		write: values.write,
		json: values.json,
		against: values.against,
		show: values.show,
		cli: values.cli?.split(' ') ?? [
			process.execPath,
			fileURLToPath(new URL('../../bundle/cli.cjs', import.meta.url)),
		],
	};
}
