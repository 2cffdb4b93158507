import {win32} from 'node:path';

/** A program that takes a text from its standard input to a clipboard. */
export type ClipboardProgram = {
	readonly argv: readonly [string, ...string[]];
	readonly encoding: 'utf8' | 'utf16le';
	/** For reading: where the text is then. */
	readonly name: string;
};

const program = (
	argv: ClipboardProgram['argv'],
	name: string = argv[0],
	encoding: ClipboardProgram['encoding'] = 'utf8',
): ClipboardProgram => ({argv, name, encoding});

/** The programs that may lead to the clipboard, of each group the first that works: of the desktop, and tmux's own. */
export const clipboardPrograms = (
	env: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
): ReadonlyArray<readonly ClipboardProgram[]> => {
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
};
