/** Formats a Markdown table with aligned columns. All columns except the first are right-aligned. */
export function table(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const [names = [], ...lines] = [header, ...rows].map(row => row.map(cell => cell.replaceAll('|', '\\|')));
	const widths = names.map((name, column) =>
		Math.max(3, name.length, ...lines.map(row => row[column]?.length ?? 0)),
	);
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
	const rule = widths.map((width, column) =>
		column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [line(names), line(rule), ...lines.map(line)].join('\n');
}
