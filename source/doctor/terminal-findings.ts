import {counted} from '../format/amounts.js';
import {defaultRows} from '../format/chosen-columns.js';
import {screenParts} from '../view/layout/screen-parts.js';
import {type Finding, fine, warning} from './finding.js';

/** Timeout for the reply of a terminal, in ms. Enough for a slow line. */
const patience = 1000;

/** One column wide, and three bytes long: a terminal without UTF-8 shows three characters. */
const sample = '…';

/** ECMA-48: request the position of the cursor. */
const askCursor = '\u001B[6n';
const eraseLine = '\u001B[2K';

type Keyboard = Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'pause' | 'resume'>;

/**
 * Measures the columns by which the cursor moves for a one-column character, on a line that is erased again. Null if the terminal
 * doesn't reply, or without a terminal.
 */
export async function askDrawnWidth(
	stdin: Keyboard,
	stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
	deadline = patience,
): Promise<number | null> {
	if (!stdin.isTTY || !stdout.isTTY) {
		return null;
	}
	stdin.setRawMode(true);
	try {
		return await new Promise(resolve => {
			let answer = '';
			const conclude = (width: number | null): void => {
				clearTimeout(timer);
				stdin.off('data', take);
				resolve(width);
			};
			const take = (piece: Buffer): void => {
				answer += piece.toString('latin1');
				// biome-ignore lint/suspicious/noControlCharactersInRegex: it is how the answer begins
				const column = /\u001B\[\d+;(\d+)R/.exec(answer)?.[1];
				if (column !== undefined) {
					conclude(Number(column) - 1);
				}
			};
			const timer = setTimeout(() => conclude(null), deadline);
			stdin.on('data', take);
			stdin.resume();
			stdout.write(`\r${sample}${askCursor}\r${eraseLine}`);
		});
	} finally {
		stdin.setRawMode(false);
		stdin.pause();
	}
}

/** Facts about the terminal. */
export type TerminalFacts = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: NodeJS.Platform;
	/** Size of the output; null if it isn't a terminal. */
	readonly size: {readonly columns: number; readonly rows: number} | null;
	/** Bits per colour: 1, 4, 8 or 24. */
	readonly colorDepth: number;
	/** Columns that the cursor moved for a one-column character; null without a reply. */
	readonly drawnWidth: number | null;
};

/** Below this width, addresses and URLs are cut. */
const defaultWidth = 80;

/** Reports type, size, colours and characters of the terminal. */
export function terminalFindings(facts: TerminalFacts): readonly Finding[] {
	if (facts.size === null) {
		return [fine('terminal', "the output isn't a terminal: reqscope prints instead of showing a screen")];
	}
	const reader = facts.env.INK_SCREEN_READER === 'true';
	return [
		kind(facts),
		size(facts.size),
		colors(facts),
		characters(facts),
		mouse(reader),
		...(reader
			? [fine('screen reader', 'INK_SCREEN_READER is set: text, without the alternate screen')]
			: []),
	];
}

function kind({env, platform}: TerminalFacts): Finding {
	const {TERM: term = ''} = env;
	if (term === 'dumb') {
		return warning(
			'terminal',
			"TERM is dumb: reqscope prints the listing, because the cursor can't move",
			'if the terminal can do more, set TERM to its type, such as xterm-256color',
		);
	}
	if (platform === 'win32') {
		return fine('terminal', env.WT_SESSION === undefined ? 'the console of Windows' : 'Windows Terminal');
	}
	return term === ''
		? warning(
				'terminal',
				"TERM isn't set: programs can't know what the terminal is capable of",
				'set it to the type of the terminal: export TERM=xterm-256color',
			)
		: fine('terminal', [env.TERM_PROGRAM, term].filter(part => part !== undefined).join(', '));
}

function size({columns, rows}: {readonly columns: number; readonly rows: number}): Finding {
	const fitting = screenParts(rows).rows;
	const text = `${columns}x${rows}: fits ${counted(fitting, 'row')}`;
	return columns < defaultWidth || fitting < defaultRows
		? warning(
				'size',
				`${text} of ${columns} columns`,
				`use at least ${defaultWidth}x24: it fits ${defaultRows} rows and their content`,
			)
		: fine('size', text);
}

const depths: Readonly<Record<number, string>> = {
	4: '16 colours',
	8: '256 colours',
	24: '16 million colours',
};

function colors({env, colorDepth}: TerminalFacts): Finding {
	if ((env.NO_COLOR ?? '') !== '') {
		return fine('colours', 'off because of NO_COLOR: bold and inverse text instead');
	}
	return colorDepth < 4
		? warning(
				'colours',
				`none according to TERM=${env.TERM ?? ''}`,
				'if the terminal has colours: --color always, or set the matching TERM',
			)
		: fine('colours', depths[colorDepth] ?? `${colorDepth} bits`);
}

function characters({env, drawnWidth}: TerminalFacts): Finding {
	const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
	if (drawnWidth === null) {
		return fine(
			'Unicode',
			`the terminal doesn't report it${locale === '' ? '' : `; the locale is ${locale}`}`,
		);
	}
	return drawnWidth === 1
		? fine('Unicode', 'shown')
		: warning(
				'Unicode',
				`an ellipsis takes ${drawnWidth} columns here instead of one: columns won't align`,
				'set the terminal (and, in between, tmux -u or screen -U) to UTF-8',
			);
}

function mouse(isReader: boolean): Finding {
	return fine(
		'mouse',
		isReader ? 'off with a screen reader' : 'off unless --mouse is given; with it on, Shift selects text',
	);
}
