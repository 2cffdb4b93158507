import {type Finding, fine, warning} from './finding.js';

/** Queries an option of tmux. Resolves with undefined if tmux doesn't answer, for example if it has no such option. */
export type AskTmux = (option: string, of: 'server' | 'pane') => Promise<string | undefined>;

/** A delay of Esc above this is noticeable, in ms. */
const maxEscapeDelay = 100;

/** Checks the programs between reqscope and the terminal: tmux, screen, ssh. */
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
			fine('screen', 'in between: it delays Esc by 0.3 s unless maptimeout is set'),
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
	return delay !== undefined && delay > maxEscapeDelay
		? warning(
				'tmux',
				`it delays Esc by ${delay} ms`,
				'put "set -s escape-time 10" into ~/.tmux.conf, and run: tmux set -s escape-time 10',
			)
		: fine('tmux', delay === undefined ? 'in between' : `in between; it delays Esc by ${delay} ms`);
}

/**
 * Checks whether copied text reaches the terminal: tmux must understand the sequence, or pass it on. Before 3.3, tmux had no
 * option for that and passed on everything.
 */
function copyFindings(setClipboard: string | undefined, passthrough: string | undefined): readonly Finding[] {
	if (setClipboard === undefined) {
		return [];
	}
	const isTaken = setClipboard === 'on';
	if (isTaken || passthrough !== 'off') {
		const how = isTaken ? 'set-clipboard is on' : 'it passes sequences of programs through';
		return [fine('copies', `tmux passes them to the terminal (OSC 52): ${how}`)];
	}
	return [
		warning(
			'copies',
			`tmux doesn't pass them to the terminal (OSC 52): set-clipboard is ${setClipboard}, allow-passthrough off`,
			'put "set -s set-clipboard on" into ~/.tmux.conf, and run: tmux set -s set-clipboard on',
		),
	];
}
