import type {DOMElement} from 'ink';
import {frameLines} from './frame-lines.js';
import {frameWriter, type Write, withWrite} from './frame-writer.js';
import {beginUpdate, endUpdate, enterOwnScreen, leaveOwnScreen} from './terminal-codes.js';

/** Frames that Ink lays out and doesn't draw. */
export type OwnFrames = {
	/** What Ink is to take for the terminal: all but its frames goes on to the terminal itself. */
	readonly stdout: NodeJS.WriteStream;
	/**
	 * Draws what is below Ink's root, at once and after each of its changes. Returns the function that leaves it to
	 * Ink again.
	 */
	takeOver(root: DOMElement): () => void;
};

/**
 * Draws frames in place of Ink, which makes each of them anew, whatever has changed, and no more than 30 a second: a
 * key waited up to 33 ms for its frame. Where Ink draws without a change, a whole frame is drawn: the terminal's size is
 * another one then, or what it shows has gone.
 * @param stdout - a terminal whose own screen Ink enters
 * @param drawn - called after each frame
 */
export function ownFrames(stdout: NodeJS.WriteStream, drawn: () => void): OwnFrames {
	const frame = frameWriter(data => stdout.write(data));
	let root: DOMElement | undefined;
	let isOnScreen = false;
	let isInFrame = false;

	const draw = (): void => {
		// Without its own screen the terminal is somebody else's.
		if (root && isOnScreen) {
			frame.show(frameLines(root).slice(0, stdout.rows || undefined));
			drawn();
		}
	};

	const drawWhole = (): void => {
		frame.forget();
		draw();
	};

	const write: Write = (data, ...rest) => {
		if (data === beginUpdate) {
			isInFrame = true;
			return true;
		}

		if (data === endUpdate) {
			isInFrame = false;
			drawWhole();
			return true;
		}

		if (isInFrame) {
			return true;
		}

		if (data === leaveOwnScreen) {
			isOnScreen = false;
		} else if (data === enterOwnScreen) {
			isOnScreen = true;
			frame.forget();
		}

		return stdout.write(data, ...rest);
	};

	return {
		stdout: withWrite(stdout, write),
		takeOver(taken) {
			const {onRender = () => {}} = taken;
			root = taken;
			taken.onRender = draw;
			drawWhole();
			return () => {
				root = undefined;
				taken.onRender = onRender;
			};
		},
	};
}
