import {existsSync, readdirSync} from 'node:fs';
import process from 'node:process';
import {codeDirectory} from '../../../source/start/code-cache.js';
import {waitFor} from '../../helpers/wait-for.js';
import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf, type Taken} from '../figure.js';
import {homeEnvironment} from '../home-environment.js';
import {inTurns} from '../in-turns.js';
import {measure} from '../measure.js';
import {linesName, longest, type Session} from '../session.js';
import {lnavWatcher, newestShown, openWatcher, reqscopeWatcher, type Watcher} from '../watcher.js';

const few = 1000;
/** Number of lines in a log of 5 GB. */
const huge = 20_000_000;
const bareNode = 'node -e 0';

/** Returns the time from the start of the program until its screen shows the newest lines, in ms. */
async function timeToScreen(watcher: Watcher, log: string, home: string): Promise<number> {
	const begun = performance.now();
	const terminal = openWatcher(watcher, log, home);
	try {
		await newestShown(terminal, watcher, log);
		return performance.now() - begun;
	} finally {
		await terminal.close();
	}
}

/** Starts the program once and waits until it has cached its compiled code in the home directory, for all later starts. */
async function startOnce(watcher: Watcher, log: string, home: string): Promise<void> {
	const directory = codeDirectory(homeEnvironment(home), process.platform, home) ?? home;
	const terminal = openWatcher(watcher, log, home);
	try {
		await newestShown(terminal, watcher, log);
		const hasCode = (): boolean =>
			existsSync(directory) && readdirSync(directory).some(name => name.endsWith('.code'));
		await waitFor(hasCode, () => 'the compiled code to be kept');
	} finally {
		await terminal.close();
	}
}

/** Measures the time from a start until the first page is on the screen, compared with a bare start of Node. */
export async function measureStart(session: Session): Promise<readonly Figure[]> {
	const {home, cli, sizes, runs} = session;
	const reqscope = reqscopeWatcher(cli);
	const lnav = lnavWatcher();
	const lengths = [...new Set([few, ...sizes, ...(session.huge ? [huge] : [])])];
	const measured = new Map<string | number, () => Promise<number>>();
	await startOnce(reqscope, await cachedLog(few), home);
	measured.set(bareNode, async () => {
		const bare = {file: process.execPath, arguments: ['-e', '0'], environment: homeEnvironment(home)};
		return (await measure(bare)).milliseconds;
	});
	for (const lines of lengths) {
		const log = await cachedLog(lines);
		measured.set(lines, () => timeToScreen(reqscope, log, home));
	}
	if (lnav !== null) {
		// Lnav sets up its home directory at its first start.
		await timeToScreen(lnav, await cachedLog(few), home);
		const log = await cachedLog(longest(session));
		measured.set(lnav.name, () => timeToScreen(lnav, log, home));
	}
	const times = await inTurns(measured, runs);
	const taken = (program: string, of: string | number): Taken[] => {
		const time = times.get(of);
		return time === undefined ? [] : [[program, time]];
	};
	return lengths.flatMap(lines =>
		figureOf(
			`${linesName(lines)}, start to the first ten rows`,
			'time',
			[
				...taken(reqscope.name, lines),
				...taken(bareNode, bareNode),
				...(lines === longest(session) ? taken('lnav', 'lnav') : []),
			],
			[
				{atMost: 5, of: bareNode},
				// With a short log, any program shows the end quickly.
				...(lines < 5_000_000 ? [] : [{atMost: 0.08, of: 'lnav'}]),
			],
		),
	);
}
