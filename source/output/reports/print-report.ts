import type {PrintOptions} from '../print.js';
import type {Report, ReportForm, ReportQuestion, ReportSource} from './report.js';

/**
 * Prints a report once everything has been read. Resolves with the number of its rows.
 * @param notify - reports to the user
 */
export async function printReport(
	options: PrintOptions & Pick<ReportSource, 'now'> & {readonly form: ReportForm},
	question: ReportQuestion,
	notify: (text: string) => void,
): Promise<number> {
	const {store, sink, form, toTerminal, width, signal} = options;
	await store.settled(signal);
	for (const query of question.queries) {
		await store.searched(query, signal);
	}
	await options.searched?.();
	const report = await answer(options, question);
	options.read?.();
	for (const line of report.lines(form, {toTerminal, width})) {
		await sink.line(line);
	}
	await sink.flush();
	const unread = await unreadableLines(options, question);
	if (unread > 0) {
		options.missed(unread);
	} else if (report.partial) {
		notify('the answer is partial: requests are missing that could not be read');
	}
	if (report.remark !== '') {
		notify(report.remark);
	}
	return report.length;
}

/** Queries the store. Loads only the code of the report. */
async function answer(source: ReportSource, question: ReportQuestion): Promise<Report> {
	switch (question.report) {
		case 'top':
			return (await import('./top.js')).topReport(source, question);
		case 'routes':
			return (await import('./routes.js')).routesReport(source, question);
		case 'timeline':
			return (await import('./timeline.js')).timelineReport(source, question);
		case 'latency':
			return (await import('./latency.js')).latencyReport(source, question);
		case 'diff':
			return (await import('./differences.js')).differencesReport(source, question);
		case 'visits':
			return (await import('./visits.js')).visitsReport(source);
	}
}

/** Returns the number of lines that a search needed and that can no longer be read. */
async function unreadableLines({store, signal}: PrintOptions, {queries}: ReportQuestion): Promise<number> {
	const counts = await Promise.all(queries.map(async query => store.count(query, signal)));
	return Math.max(0, ...counts.map(({lines}) => lines?.unreadable ?? 0));
}
