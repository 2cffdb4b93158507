import {basename} from 'node:path';
import {byteSize, counted} from '../format/amounts.js';
import {foreignProblem} from '../tail/files/magic-bytes.js';
import {isReadableName} from '../tail/rotation/rotated-files.js';
import {defaultSettings} from '../tail/tail-settings.js';
import type {FileFacts} from './file-facts.js';
import {type Finding, fine, warning} from './finding.js';
import type {LogEnd} from './log-end.js';
import {clockFinding} from './machine-findings.js';

/** Reports the rotated files of a log; empty if it has no rotated files. */
function rotationFinding(
	path: string,
	{plain, compressed}: {readonly plain: readonly string[]; readonly compressed: readonly string[]},
): readonly Finding[] {
	if (plain.length + compressed.length === 0) {
		return [];
	}
	const unread = compressed.filter(file => !isReadableName(file));
	const parts = [
		plain.length > 0 ? `${plain.length} plain` : undefined,
		compressed.length > 0 ? `${compressed.length} compressed` : undefined,
	];
	const text = `rotated files next to it: ${parts.filter(part => part !== undefined).join(', ')}`;
	const [first] = unread;
	return first === undefined
		? [fine(path, text)]
		: [
				warning(
					path,
					`${text}; ${unread.length} can't be decoded here (${basename(first)})`,
					'let logrotate compress with gzip, zstd, bzip2 or xz, or later (delaycompress)',
				),
			];
}

const {pollInterval, eventlessPollInterval} = defaultSettings;

/** Share of unrecognised lines that is more than an occasional broken line. */
const manyUnread = 0.05;

const explainAdvice =
	'reqscope explain FILE shows where reading stops; --format sets the format of the lines';

/** Returns the findings about a file. */
export function fileFindings(path: string, facts: FileFacts, now: number): readonly Finding[] {
	switch (facts.kind) {
		case 'missing':
			return [warning(path, 'no such file', 'reqscope waits until it is created; otherwise check the name')];
		case 'unanswered':
			return [
				warning(
					path,
					"its file system doesn't answer",
					'check its server; reqscope reads the other files in the meantime',
				),
			];
		case 'pipe':
			return [fine(path, 'a named pipe: read only while reqscope watches it')];
		case 'special':
			return [warning(path, 'neither a file nor a named pipe', 'give the path of a log')];
		case 'refused':
			return [warning(path, facts.problem, refusedAdvice(facts.group))];
		case 'file':
			return [...contentFindings(path, facts, now), ...locationFindings(path, facts)];
	}
}

type File = Extract<FileFacts, {kind: 'file'}>;

function contentFindings(path: string, {content, size, modified}: File, now: number): readonly Finding[] {
	if (content === 'empty') {
		return [fine(path, 'empty so far')];
	}
	if ('what' in content) {
		return [
			content.compression !== undefined
				? fine(path, `${content.what}, ${byteSize(size)}: it is read`)
				: warning(path, 'not a text file that reqscope reads', foreignProblem(content)),
		];
	}
	return [
		linesFinding(path, content, size),
		...[content.status, content.proxy, content.duration].flatMap(hint =>
			hint === null ? [] : [warning(path, hint.text, hint.advice)],
		),
		...(content.newest === null ? [] : [clockFinding(path, content.newest, modified, now)]),
	];
}

function linesFinding(path: string, end: LogEnd, size: number): Finding {
	const {state, requests, unrecognised, notRequests, format} = end;
	const lines = requests + unrecognised + notRequests;
	if (state.problem !== undefined) {
		return warning(path, state.problem, 'see docs/troubleshooting.md');
	}
	if (lines === 0) {
		return warning(path, `${byteSize(size)}, and no line at its end is recognised`, explainAdvice);
	}
	if (requests === 0 && unrecognised === 0) {
		return fine(path, `its newest ${counted(lines, 'line')} are recognised, but aren't requests`);
	}
	if (unrecognised > lines * manyUnread) {
		return warning(
			path,
			`not recognised: ${unrecognised} of its newest ${counted(lines, 'line')}`,
			explainAdvice,
		);
	}
	return fine(path, `${format}, ${byteSize(size)}`);
}

function locationFindings(path: string, {network, rotated}: File): readonly Finding[] {
	return [
		...(network === null
			? []
			: [
					warning(
						path,
						`on ${network}: there may be no file events when another machine writes`,
						`reqscope polls it every ${pollInterval / 1000} s anyway; with --poll every ${eventlessPollInterval / 1000} s`,
					),
				]),
		...rotationFinding(path, rotated),
	];
}

function refusedAdvice(group: string | null): string {
	return group === null || group === 'root'
		? 'run it as a user who may read it'
		: `its group is ${group}: sudo usermod -aG ${group} "$USER", then log in again`;
}
