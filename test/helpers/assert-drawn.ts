import type {ExecutionContext} from 'ava';
import stringWidth from 'string-width';

/**
 * Asserts that the frame fits a screen of this size and contains only text. No control character of a log may reach the screen.
 */
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
