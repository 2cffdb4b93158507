/** A table as Markdown has it, its columns aligned; all but the first to the right. */
export function table(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const widths = header.map((name, column) =>
		Math.max(3, name.length, ...rows.map(row => row[column]?.length ?? 0)),
	);
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
	const rule = widths.map((width, column) =>
		column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [line(header), line(rule), ...rows.map(line)].join('\n');
}
