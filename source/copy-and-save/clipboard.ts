import {spawn} from 'node:child_process';
import {win32} from 'node:path';
import {withoutPassword} from '../clickhouse/credentials.js';

/** What takes texts out of the program. */
export type Clipboard = {
	/** Resolves with the ways on which the text was handed over, for reading; none: it is too long. Never rejects. */
	copy(text: string): Promise<{readonly ways: readonly string[]}>;
};

/** A program that takes a text from its standard input to a clipboard. */
type ClipboardProgram = {
	readonly argv: readonly [string, ...string[]];
	readonly encoding: 'utf8' | 'utf16le';
	/** For reading: where the text is then. */
	readonly name: string;
};

function program(
	argv: ClipboardProgram['argv'],
	name: string = argv[0],
	encoding: ClipboardProgram['encoding'] = 'utf8',
): ClipboardProgram {
	return {argv, name, encoding};
}

/** The programs that may lead to the clipboard, of each group the first that works: of the desktop, and tmux's own. */
export function clipboardPrograms(
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
): ReadonlyArray<readonly ClipboardProgram[]> {
	const has = (name: string): boolean => (env[name] ?? '') !== '';
	// Over SSH the desktop of the machine, if it has one, is somebody else's.
	const isRemote = has('SSH_CONNECTION') || has('SSH_TTY');
	const desktop: ClipboardProgram[] = [];
	if (platform === 'win32') {
		// Windows looks for a bare name in the current directory first, where a stranger may have put one.
		const path = win32.join(env.SystemRoot || 'C:\\Windows', 'System32', 'clip.exe');
		desktop.push(program([path], 'clip.exe', 'utf16le'));
	} else if (has('WSL_DISTRO_NAME')) {
		desktop.push(program(['clip.exe'], 'clip.exe', 'utf16le'));
	} else if (platform === 'darwin') {
		desktop.push(...(isRemote ? [] : [program(['pbcopy'])]));
	} else {
		desktop.push(
			...(has('WAYLAND_DISPLAY') ? [program(['wl-copy'])] : []),
			...(has('DISPLAY')
				? [program(['xclip', '-selection', 'clipboard', '-in']), program(['xsel', '--clipboard', '--input'])]
				: []),
		);
	}
	return [desktop, has('TMUX') ? [program(['tmux', 'load-buffer', '-w', '-'], 'tmux')] : []];
}

/** How long a program may take, milliseconds: one that waits for a display that is gone never ends. */
const patience = 2000;

/** Hands a text to a program; whether it took it. Never rejects. */
export function handOver(
	{argv: [command, ...args], encoding}: ClipboardProgram,
	text: string,
	deadline = patience,
): Promise<boolean> {
	return new Promise(resolve => {
		const child = spawn(command, args, {
			// Some go on in the background, and would hold what they were given.
			stdio: ['pipe', 'ignore', 'ignore'],
			// Without it, pbcopy takes the text for another one where no locale is set.
			env: {...withoutPassword(process.env), LC_CTYPE: process.env.LC_CTYPE ?? 'UTF-8'},
			windowsHide: true,
			timeout: deadline,
			killSignal: 'SIGKILL',
		});
		child.once('error', () => resolve(false));
		child.once('exit', code => resolve(code === 0));
		// It may end without reading all of it.
		child.stdin.on('error', () => {});
		child.stdin.end(Buffer.from(text, encoding));
	});
}

/** Terminals take no more than 100,000 characters of a sequence, or none at all of it: hterm's bound, the lowest known. */
const longestSequence = 100_000;

/** GNU screen passes on no more than 768 bytes of a sequence at a time. */
const screenPiece = 512;

/** UTF-8 bytes of the longest text that is handed to a terminal. */
export const mostCopied = Math.floor(((longestSequence - 16) / 4) * 3);

const escapeCode = '\u001b';
const bell = '\u0007';
const end = `${escapeCode}\\`;

/**
 * What makes a terminal put a text on the clipboard of the machine that it runs on, also from another machine: OSC 52 of
 * https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. Within tmux and screen also in the form that these pass on.
 * Null for a text that is too long.
 */
export function osc52(text: string, env: Readonly<Record<string, string | undefined>>): string | null {
	const bytes = Buffer.from(text);
	if (bytes.length > mostCopied) {
		return null;
	}
	const plain = `${escapeCode}]52;c;${bytes.toString('base64')}${bell}`;
	const {TMUX: tmux = '', STY: screen = ''} = env;
	if (tmux !== '') {
		// The first is for `set-clipboard on`, the second for `allow-passthrough on`.
		return `${plain}${escapeCode}Ptmux;${escapeCode}${plain}${end}`;
	}
	if (screen !== '') {
		const pieces = plain.match(new RegExp(`.{1,${screenPiece}}`, 'gs')) ?? [];
		return pieces.map(piece => `${escapeCode}P${piece}${end}`).join('');
	}
	return plain;
}

/** What a clipboard is reached by. */
type ClipboardOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	/** Writes to the terminal: all at once, between two frames. */
	readonly write: (sequence: string) => void;
	readonly take?: (program: ClipboardProgram, text: string) => Promise<boolean>;
};

/** What starts programs is loaded when something is copied: the first screen doesn't wait for it. */
async function handOverLate(program: ClipboardProgram, text: string): Promise<boolean> {
	const {handOver} = await import('./clipboard.js');
	return handOver(program, text);
}

/**
 * The clipboard of the terminal, and that of the desktop where there is one. That the terminal has taken a text can't be
 * known; a program tells.
 */
export function systemClipboard({env, platform, write, take = handOverLate}: ClipboardOptions): Clipboard {
	return {
		async copy(text) {
			const sequence = osc52(text, env);
			if (sequence !== null) {
				write(sequence);
			}
			const taken = await Promise.all(
				clipboardPrograms(env, platform).map(async group => {
					for (const program of group) {
						if (await take(program, text)) {
							return [program.name];
						}
					}
					return [];
				}),
			);
			return {ways: [...taken.flat(), ...(sequence === null ? [] : ['the terminal (OSC 52)'])]};
		},
	};
}
