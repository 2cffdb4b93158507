import {spawn} from 'node:child_process';
import {win32} from 'node:path';
import {withoutPassword} from '../process/without-password.js';

/** Copies text to the clipboard. */
export type Clipboard = {
	/** Resolves with the names of the ways that worked; empty if the text is too long for all. Never rejects. */
	copy(text: string): Promise<{readonly ways: readonly string[]}>;
};

/** A program that copies its standard input to a clipboard. */
type ClipboardProgram = {
	readonly argv: readonly [string, ...string[]];
	readonly encoding: 'utf8' | 'utf16le';
	/** Name for messages. */
	readonly name: string;
};

function program(
	argv: ClipboardProgram['argv'],
	name: string = argv[0],
	encoding: ClipboardProgram['encoding'] = 'utf8',
): ClipboardProgram {
	return {argv, name, encoding};
}

/**
 * Returns the programs that may reach a clipboard: a group for the desktop's, and one for tmux's. The first program of a group
 * that works is used.
 */
export function clipboardPrograms(
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
): ReadonlyArray<readonly ClipboardProgram[]> {
	const has = (name: string): boolean => (env[name] ?? '') !== '';
	// Over SSH, the desktop of the remote machine may belong to another user.
	const isRemote = has('SSH_CONNECTION') || has('SSH_TTY');
	const desktop: ClipboardProgram[] = [];
	if (platform === 'win32') {
		// Windows searches for a bare name in the current directory first, where another user may have put one.
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

/** Maximum run time of a program, in ms. A program that waits for a missing display never ends. */
const patience = 2000;

/** Passes text to a program, and resolves with true on success. Never rejects. */
export function handOver(
	{argv: [command, ...args], encoding}: ClipboardProgram,
	text: string,
	deadline = patience,
): Promise<boolean> {
	return new Promise(resolve => {
		const child = spawn(command, args, {
			// Some of them continue in the background, and would keep inherited streams open.
			stdio: ['pipe', 'ignore', 'ignore'],
			// Without a locale, pbcopy would misread the encoding of the text.
			env: {...withoutPassword(process.env), LC_CTYPE: process.env.LC_CTYPE ?? 'UTF-8'},
			windowsHide: true,
			timeout: deadline,
			killSignal: 'SIGKILL',
		});
		child.once('error', () => resolve(false));
		child.once('exit', code => resolve(code === 0));
		// The program may exit before it has read all its input.
		child.stdin.on('error', () => {});
		child.stdin.end(Buffer.from(text, encoding));
	});
}

/**
 * Maximum length of a sequence in characters: the limit of hterm, the lowest known. Some terminals drop a longer sequence
 * completely.
 */
const maxSequenceLength = 100_000;

/** Maximum length of a piece for GNU screen, which passes on at most 768 bytes of a sequence at a time. */
const maxPayload = 512;

/** Maximum length of text for a terminal, in bytes of UTF-8. */
export const maxCopied = Math.floor(((maxSequenceLength - 16) / 4) * 3);

const escapeCode = '\u001b';
const bell = '\u0007';
const end = `${escapeCode}\\`;

/**
 * Returns the sequence that copies text to the clipboard of the user's machine, also over SSH: OSC 52 of
 * https://invisible-island.net/xterm/ctlseqs/ctlseqs.html. Within tmux and screen, it is also wrapped in the form that they pass
 * on. Null if the text is too long.
 */
export function osc52(text: string, env: Readonly<Record<string, string | undefined>>): string | null {
	const bytes = Buffer.from(text);
	if (bytes.length > maxCopied) {
		return null;
	}
	const plain = `${escapeCode}]52;c;${bytes.toString('base64')}${bell}`;
	const {TMUX: tmux = '', STY: screen = ''} = env;
	if (tmux !== '') {
		// The first is for `set-clipboard on`, the second for `allow-passthrough on`.
		return `${plain}${escapeCode}Ptmux;${escapeCode}${plain}${end}`;
	}
	if (screen !== '') {
		const payloads = plain.match(new RegExp(`.{1,${maxPayload}}`, 'gs')) ?? [];
		return payloads.map(payload => `${escapeCode}P${payload}${end}`).join('');
	}
	return plain;
}

/** How the clipboard is reached. */
type ClipboardOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	/** Writes to the terminal between two frames. */
	readonly write: (sequence: string) => void;
	readonly take?: (program: ClipboardProgram, text: string) => Promise<boolean>;
};

/** Loads the code that starts programs at the first copy: it doesn't delay the first screen. */
async function loadAndHandOver(program: ClipboardProgram, text: string): Promise<boolean> {
	const {handOver} = await import('./clipboard.js');
	return handOver(program, text);
}

/**
 * The clipboard of the terminal, and of the desktop if there is one. A terminal doesn't confirm that it has copied the text; a
 * program does.
 */
export function systemClipboard({env, platform, write, take = loadAndHandOver}: ClipboardOptions): Clipboard {
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
