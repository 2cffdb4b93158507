/** Keys that aren't characters, and how the help writes them; those that a terminal tells apart from others. */
const labels: Readonly<Record<string, string>> = {
	space: 'Space',
	down: '↓',
	up: '↑',
	left: '←',
	right: '→',
	pagedown: 'PgDn',
	pageup: 'PgUp',
	home: 'Home',
	end: 'End',
	return: 'Enter',
	escape: 'Esc',
	tab: 'Tab',
	backspace: 'Backspace',
	delete: 'Del',
	f1: 'F1',
};

/** Other ways to write a key, in small letters. */
const aliases: Readonly<Record<string, string>> = {
	' ': 'space',
	pgdn: 'pagedown',
	pgup: 'pageup',
	enter: 'return',
	esc: 'escape',
	del: 'delete',
	'↓': 'down',
	'↑': 'up',
	'←': 'left',
	'→': 'right',
};

/** What a terminal sends for these is what it sends for another key. */
const sameAs: Readonly<Record<string, string>> = {
	'ctrl-i': 'tab',
	'ctrl-m': 'return',
	'ctrl-h': 'backspace',
	'ctrl-[': 'escape',
};

/** How a key is written for the user: `^D`, `PgDn`, `j`. */
export const keyLabel = (name: string): string =>
	labels[name] ?? (name.startsWith('ctrl-') ? `^${name.slice(5).toUpperCase()}` : name);

/** A key that a user has written: its name, as `keyNames` gives it, or why there is none and what to write. */
export const keyWritten = (text: string): {readonly name: string} | {readonly problem: string} => {
	if ([...text].length === 1 && text > ' ' && text !== '\u007F') {
		return {name: aliases[text] ?? text};
	}
	const lower = text.toLowerCase().replace(/^(?:\^|c-|ctrl\+)(?=.)/, 'ctrl-');
	const name = aliases[lower] ?? lower;
	const same = sameAs[name];
	if (same !== undefined) {
		return {problem: `a terminal doesn't tell it from ${same}: write "${same}"`};
	}
	if (Object.hasOwn(labels, name) || /^ctrl-[a-z\\\]^_]$/.test(name)) {
		return {name};
	}
	if (/^f\d+$/.test(name)) {
		return {problem: 'of the function keys there is only f1: take another key'};
	}
	if (/^(?:alt|meta|shift|super|a|m|s)[-+]./.test(lower)) {
		return {problem: 'only ctrl- can stand before a key; a capital is written as one'};
	}
	return {problem: `write a character, ctrl- and a letter, or one of ${Object.keys(labels).join(', ')}`};
};
