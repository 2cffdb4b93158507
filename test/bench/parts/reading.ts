import {cachedLog} from '../cached-log.js';
import {type Counted, compare, measureCount} from '../compare.js';
import {goaccess, lnav, reqscope, wc} from '../counters.js';
import {type Figure, figureOf, type Limit, type Taken} from '../figure.js';
import {linesName, type Session} from '../session.js';
import {slope} from '../spread.js';

/** Number of lines in the log for the warm-up run. Some programs set up their home directory in their first run. */
const warmUp = 1000;
/** Longest log that GoAccess reads unless requested by an option; it takes half a minute. */
const goaccessLines = 1_000_000;

/** `combined` is the typical log. */
type Variant = 'combined' | 'distinct';

const suffix: Readonly<Record<Variant, string>> = {combined: '', distinct: ', every URL distinct'};

/**
 * Returns the limits for reading a log. There are no limits for short logs: they take only as long as the start of any program.
 */
function limits(variant: Variant, lines: number): readonly Limit[] {
	if (lines < 1_000_000) {
		return [];
	}
	if (variant === 'distinct') {
		return [{atMost: 0.95, of: 'lnav'}];
	}
	const goaccess = {atMost: 0.02, of: 'goaccess'};
	return lines < 5_000_000
		? [{atMost: 0.6, of: 'lnav'}, goaccess]
		: [{atMost: 0.45, of: 'lnav'}, goaccess, {atMost: 12, of: 'wc -l'}];
}

function times(counted: readonly Counted[]): readonly Taken[] {
	return counted.map(({name, time}): Taken => [name, time]);
}

/** Returns the peak memory of each program except `wc`, which uses only a buffer and often ends before it can be measured. */
function peaks(counted: readonly Counted[]): readonly Taken[] {
	return counted.flatMap(({name, peak}): Taken[] =>
		peak === null || name === 'wc -l' ? [] : [[name, peak]],
	);
}

/** Counts the log with all programs. For reqscope: with all columns indexed, with the newest page printed, and count only. */
async function count(
	session: Session,
	variant: Variant,
	lines: number,
): Promise<{indexing: Counted; newest: Counted; counting: Counted; others: readonly Counted[]}> {
	const {home, cli, runs} = session;
	const log = await cachedLog(lines, variant);
	const own = reqscope(cli, home);
	const slow = goaccess(home);
	const others = [lnav(home), wc(), session.goaccess ? slow : null].filter(one => one !== null);
	const counters = [own.indexing, own.newest, own.counting, ...others];
	for (const counter of counters) {
		await measureCount(counter, await cachedLog(warmUp), warmUp);
	}
	const [indexing, newest, counting, ...rest] = await compare(counters, log, lines, runs);
	if (indexing === undefined || newest === undefined || counting === undefined) {
		throw new Error('Nothing was measured');
	}
	const isOnce = slow !== null && !session.goaccess && variant === 'combined' && lines <= goaccessLines;
	const once = isOnce ? await compare([slow], log, lines, 1) : [];
	return {indexing, newest, counting, others: [...rest, ...once]};
}

/**
 * Computes the memory per entry: the growth of the peak resident set from the shortest log to the longest. This is the actual
 * cost for the machine, can be measured for any program, and excludes the program's fixed memory.
 */
function entryFigure(
	variant: Variant,
	[few, small]: readonly [number, readonly Taken[]],
	[many, large]: readonly [number, readonly Taken[]],
): readonly Figure[] {
	const before = new Map(small);
	const slopes = large.flatMap(([name, peak]): Taken[] => {
		const least = before.get(name);
		return least === undefined ? [] : [[name, slope(least, peak, many - few)]];
	});
	return figureOf(`memory an entry${suffix[variant]}`, 'entry', slopes, [
		{atMost: variant === 'combined' ? 46 : 110},
	]);
}

/** Measures time, memory, and memory per entry to read a whole log with all columns of all entries in the index. */
export async function measureReading(session: Session, variant: Variant): Promise<readonly Figure[]> {
	const figures: Figure[] = [];
	const bySize: [number, readonly Taken[]][] = [];
	for (const lines of session.sizes) {
		const name = linesName(lines) + suffix[variant];
		const {indexing, newest, counting, others} = await count(session, variant, lines);
		const memory = peaks([indexing, ...others]);
		figures.push(
			...figureOf(`${name}, read whole`, 'time', times([indexing, ...others]), limits(variant, lines)),
			...figureOf(`${name}, the newest page printed`, 'time', times([newest, ...others])),
			...figureOf(`${name}, only counted`, 'time', times([counting, ...others])),
			...figureOf(`${name}, memory at its highest`, 'memory', memory),
			...figureOf(`${name}, the newest page printed, memory`, 'memory', peaks([newest, ...others])),
		);
		bySize.push([lines, memory]);
	}
	const [first] = bySize;
	const last = bySize.at(-1);
	return first === undefined || last === undefined || first === last
		? figures
		: [...figures, ...entryFigure(variant, first, last)];
}
