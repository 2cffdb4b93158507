import {sanitise} from '../listing/sanitise.js';

/**
 * Says something to the user, on one line of stderr, whatever the text holds.
 * @param shown - lines that show under it what it is about
 */
export const say = (text: string, shown: readonly string[] = []): void => {
	const lines = [`reqscope: ${sanitise(text)}`, ...shown.map(line => `  ${sanitise(line)}`)];
	process.stderr.write(`${lines.join('\n')}\n`);
};
