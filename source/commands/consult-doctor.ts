import type {CommandLine} from '../command-line/parse-command-line.js';
import {wellKnownLogs, wellKnownPaths} from '../command-line/well-known-logs.js';
import type {Settings} from '../config/settings.js';
import {findings} from '../doctor/doctor.js';
import type {Finding} from '../doctor/finding.js';
import {counted} from '../format/amounts.js';
import {sanitise} from '../format/sanitise.js';
import {harmlessJson} from '../harmless-json.js';
import {defaultCap, usableMemory} from '../index/index-limits.js';
import type {Sink} from '../output/sink.js';
import {exitStatus} from '../process/ending.js';
import {geoPaths} from './named-geo.js';

/** Runs all checks, and prints the findings. Returns the exit status: 1 with a warning. */
export async function consultDoctor(
	{paths, format, client, form, maxEntries}: CommandLine,
	settings: Pick<Settings, 'file' | 'misnamed' | 'geo' | 'keys'>,
	sink: Sink,
): Promise<number> {
	const examined = {
		paths: paths.length > 0 ? paths : await wellKnownLogs(wellKnownPaths),
		readAs: {format, client},
		memory: usableMemory(),
		cap: maxEntries ?? defaultCap(),
		misnamed: settings.misnamed,
		keys: settings.keys,
		geo: geoPaths(settings),
	};
	let warnings = 0;
	for await (const finding of findings(examined)) {
		warnings += finding.state === 'warning' ? 1 : 0;
		for (const line of form === 'json' ? [harmlessJson(finding)] : findingLines(finding)) {
			await sink.line(line);
		}
		await sink.flush();
	}
	if (form !== 'json') {
		await sink.line(warnings === 0 ? 'All is well.' : counted(warnings, 'warning'));
	}
	return warnings === 0 ? exitStatus.done : exitStatus.failed;
}

/** Formats a finding as text; a warning has a second line with advice. */
function findingLines(finding: Finding): readonly string[] {
	const {state, subject, text} = finding;
	const line = `${state.padEnd('warning'.length)}  ${sanitise(subject)}: ${sanitise(text)}`;
	return finding.state === 'ok' ? [line] : [line, `         -> ${sanitise(finding.advice)}`];
}
