import type {ExecutionContext} from 'ava';
import stringWidth from 'string-width';

/** Asserts that what is drawn stays on a screen of that size, and is text: whatever a log holds, no control reaches it. */
export function assertDrawn(
	t: ExecutionContext,
	screen: {lines(): readonly string[]; frame(): string},
	columns: number,
	lines: number,
): void {
	const frame = screen.frame();
	t.notRegex(frame, /[^\P{C}\n]|[\u2028\u2029]/u);
	t.true(screen.lines().length <= lines, `${columns}x${lines}:\n${frame}`);
	t.true(
		screen.lines().every(line => stringWidth(line) <= columns),
		`${columns}x${lines}:\n${frame}`,
	);
}
