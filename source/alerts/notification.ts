import {sanitise} from '../format/sanitise.js';

/** Maximum length of a notification, in characters: more than a desktop shows. */
const maxLength = 200;

/**
 * Returns the code for a notification of the desktop with any string: OSC 9 (iTerm2, WezTerm, kitty, Ghostty, foot, Windows
 * Terminal), or OSC 777 for rxvt.
 * @param term - the value of TERM
 */
export function notificationCode(text: string, term: string | undefined): string {
	// A semicolon separates the parts of both codes.
	const safe = sanitise(text).slice(0, maxLength).replaceAll(';', ',');
	return term?.startsWith('rxvt')
		? `\u001B]777;notify;reqscope;${safe}\u001B\\`
		: `\u001B]9;reqscope: ${safe}\u001B\\`;
}
