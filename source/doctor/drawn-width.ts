/** How long the answer of a terminal may take, milliseconds: also over a slow line. */
const patience = 1000;

/** One column wide, and three bytes long: a terminal that knows no UTF-8 shows three characters. */
const sample = '…';

/** ECMA-48: where is the cursor? */
const askPlace = '\u001B[6n';
const eraseLine = '\u001B[2K';

type Keyboard = Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'pause' | 'resume'>;

/**
 * Asks the terminal by how many columns its cursor moves for a character that takes one, on a line that is taken away
 * again. Null when it doesn't answer, or there is nobody to ask.
 */
export const askDrawnWidth = async (
	stdin: Keyboard,
	stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
	deadline = patience,
): Promise<number | null> => {
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
			stdout.write(`\r${sample}${askPlace}\r${eraseLine}`);
		});
	} finally {
		stdin.setRawMode(false);
		stdin.pause();
	}
};
