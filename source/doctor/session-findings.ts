import {type Finding, fine, warning} from './finding.js';

/**
 * What is asked of tmux: the value of one of its options, undefined when it doesn't say, as it has no such option
 * perhaps.
 */
export type AskTmux = (option: string, of: 'server' | 'pane') => Promise<string | undefined>;

/** Esc that comes later than this, milliseconds, feels as if it hadn't been pressed. */
const longestEscape = 100;

/** What stands between the program and the terminal: tmux, screen, ssh. */
export async function sessionFindings(
	env: Readonly<Record<string, string | undefined>>,
	askTmux: AskTmux,
): Promise<readonly Finding[]> {
	const findings: Finding[] = [];
	if (env.TMUX !== undefined) {
		findings.push(escapeFinding(await askTmux('escape-time', 'server')));
		const [setClipboard, passthrough] = await Promise.all([
			askTmux('set-clipboard', 'server'),
			askTmux('allow-passthrough', 'pane'),
		]);
		findings.push(...copyFindings(setClipboard, passthrough));
	}
	if (env.STY !== undefined) {
		findings.push(
			fine('screen', 'in between: Esc comes 0.3 s late unless its maptimeout says otherwise'),
			fine('copies', 'screen passes them on to the terminal, in pieces (OSC 52)'),
		);
	}
	if (env.SSH_CONNECTION !== undefined) {
		findings.push(fine('ssh', 'in between: only the lines of the screen that have changed are sent'));
	}
	return findings;
}

function escapeFinding(answer: string | undefined): Finding {
	const delay = /^\d+$/.test(answer ?? '') ? Number(answer) : undefined;
	return delay !== undefined && delay > longestEscape
		? warning(
				'tmux',
				`it holds each Esc back for ${delay} ms`,
				'put "set -s escape-time 10" into ~/.tmux.conf, and run: tmux set -s escape-time 10',
			)
		: fine('tmux', delay === undefined ? 'in between' : `in between; Esc comes after ${delay} ms`);
}

/**
 * Whether what is copied reaches the terminal: as a sequence that tmux understands, or as one that it passes on. It has
 * passed all on before it had an option for that, in 3.3.
 */
function copyFindings(setClipboard: string | undefined, passthrough: string | undefined): readonly Finding[] {
	if (setClipboard === undefined) {
		return [];
	}
	const isTaken = setClipboard === 'on';
	if (isTaken || passthrough !== 'off') {
		const how = isTaken ? 'set-clipboard is on' : 'it passes on what programs send';
		return [fine('copies', `tmux hands them to the terminal (OSC 52): ${how}`)];
	}
	return [
		warning(
			'copies',
			`tmux keeps them from the terminal (OSC 52): set-clipboard is ${setClipboard}, allow-passthrough off`,
			'put "set -s set-clipboard on" into ~/.tmux.conf, and run: tmux set -s set-clipboard on',
		),
	];
}
