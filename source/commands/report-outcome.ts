import type {CommandLine} from '../command-line/parse-command-line.js';
import {unreadAdvice} from '../entries/unread-advice.js';
import {counted} from '../format/amounts.js';
import {forms} from '../output/forms.js';
import {printMessage, printPlainMessage} from '../output/messages.js';
import {everything} from '../query/query.js';
import {shellPath} from '../shell-word.js';
import type {Store} from '../store/store.js';
import {firstLines} from './first-lines.js';

/** Reports lines without a request, unrecognised lines, advice if no line was a request, and lines that couldn't be printed. */
export async function reportUnread(store: Store, commandLine: CommandLine, missed: number): Promise<void> {
	const {unrecognised, notRequests} = store.status();
	if (notRequests > 0) {
		const are = notRequests === 1 ? 'line isn’t a request' : 'lines aren’t requests';
		printPlainMessage(`${notRequests} ${are}`);
	}
	if (unrecognised > 0) {
		const {n, arrived} = await store.count(everything);
		if (n + arrived === 0) {
			printMessage(await adviceFor(commandLine));
		}
		printPlainMessage(`${counted(unrecognised, 'line')} not recognised`);
	}
	if (missed > 0) {
		const {form} = commandLine;
		const isPrinted = form === undefined || forms[form].needs !== 'lines';
		const lacking =
			commandLine.report !== undefined
				? 'and so not counted'
				: isPrinted
					? 'and so have no log fields here'
					: 'and so not printed';
		printMessage(`${counted(missed, 'line')} could no longer be read, ${lacking}`);
	}
}

/**
 * Reports at the end which files and lines could not be read. Returns false if a file, a part of one, or a line to print could
 * not. The loss of a part was already reported when it happened. A file of an unsupported type that a pattern or directory
 * matched is reported, but isn't a failure: it may have been in the directory for years.
 */
export async function reportOutcome(
	store: Store,
	missed: number,
	commandLine: CommandLine,
): Promise<boolean> {
	const {files, server, lost = 0, notices} = store.status();
	const ofServer = server?.problem
		? [{path: server.name, problem: server.problem, passedOver: undefined}]
		: [];
	const unread = [...ofServer, ...files.filter(({problem}) => problem !== undefined)];
	const reported = new Set(notices.map(({path, text}) => `${path}: ${text}`));
	// With `--follow`, problems were reported when they began.
	if (!commandLine.follow) {
		for (const {path, problem} of unread) {
			if (!reported.has(`${path}: ${problem}`)) {
				printMessage(`${path}: ${problem}`);
			}
		}
	}
	await reportUnread(store, commandLine, missed);
	return unread.every(({passedOver}) => passedOver) && lost === 0 && missed === 0;
}

/** Number of lines that decide on the advice. */
const adviceLines = 20;

/** Returns advice for logs without any request. The store may have closed the files. */
async function adviceFor({format, paths: [path, ...others]}: CommandLine): Promise<string> {
	const isFile = path !== undefined && path !== '-' && others.length === 0;
	const file = path === undefined || others.length > 0 ? 'FILE' : shellPath(path, 'FILE');
	const lines = isFile ? await firstLines(path, adviceLines).catch(() => []) : [];
	const advice = unreadAdvice(lines, file);
	if (advice !== undefined) {
		return `${path}: ${advice}`;
	}
	return format === undefined
		? `no line is a request in a known format: reqscope explain ${file} shows why`
		: `no line has the given format: reqscope explain ${file} --format … shows where the lines differ from it`;
}
