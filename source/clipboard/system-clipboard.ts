import type {Clipboard} from '../view/handoff/clipboard.js';
import {type ClipboardProgram, clipboardPrograms} from './clipboard-programs.js';
import {osc52} from './osc52.js';

/** What a clipboard is reached by. */
export type ClipboardOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	/** Writes to the terminal: all at once, between two frames. */
	readonly write: (sequence: string) => void;
	readonly take?: (program: ClipboardProgram, text: string) => Promise<boolean>;
};

/** What starts programs is loaded when something is copied: the first screen doesn't wait for it. */
const handOverLate = async (program: ClipboardProgram, text: string): Promise<boolean> => {
	const {handOver} = await import('./hand-over.js');
	return handOver(program, text);
};

/**
 * The clipboard of the terminal, and that of the desktop where there is one. That the terminal has taken a text can't be
 * known; a program tells.
 */
export const systemClipboard = ({
	env,
	platform,
	write,
	take = handOverLate,
}: ClipboardOptions): Clipboard => ({
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
});
