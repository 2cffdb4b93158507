import process from 'node:process';
import {parseArgs} from 'node:util';
import {usualLog, writeLog} from './write-log.js';

const usage = `Usage: node build/test/bench/generate-log.js [options] OUT

  --lines N         how many (1000000)
  --seed N          the same seed gives the same log (1)
  --span TIME       over which time: 90s, 30m, 12h, 7d (7d)
  --end TIME        when the last line was written, ISO 8601 (2024-11-20T12:00:00Z)
  --distinct-urls   a URL of its own for every line
`;

const units: Readonly<Record<string, number>> = {s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000};

function wholeNumber(name: string, text: string): number {
	if (!/^\d+$/.test(text)) {
		throw new Error(`--${name} takes a whole number, not “${text}”`);
	}
	return Number(text);
}

function span(text: string): number {
	const [, amount, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
	const milliseconds = Number(amount) * (units[unit ?? ''] ?? Number.NaN);
	if (!(milliseconds > 0)) {
		throw new Error(`--span takes a time such as 90s, 30m, 12h or 7d, not “${text}”`);
	}
	return milliseconds;
}

function end(text: string): number {
	const time = Date.parse(text);
	if (Number.isNaN(time)) {
		throw new Error(`--end takes a time such as 2026-11-20T12:00:00Z, not “${text}”`);
	}
	return time;
}

function main(): void {
	const {values, positionals} = parseArgs({
		allowPositionals: true,
		options: {
			lines: {type: 'string', default: '1000000'},
			seed: {type: 'string', default: String(usualLog.seed)},
			span: {type: 'string'},
			end: {type: 'string'},
			'distinct-urls': {type: 'boolean', default: false},
		},
	});
	const [path] = positionals;
	if (path === undefined || positionals.length > 1) {
		throw new Error('It takes one path, where the log goes');
	}
	const begun = performance.now();
	const size = writeLog(path, {
		lines: wholeNumber('lines', values.lines),
		seed: wholeNumber('seed', values.seed),
		distinctUrls: values['distinct-urls'],
		span: values.span === undefined ? usualLog.span : span(values.span),
		end: values.end === undefined ? usualLog.end : end(values.end),
	});
	const seconds = (performance.now() - begun) / 1000;
	console.log(`${path}: ${values.lines} lines, ${size} bytes, ${seconds.toFixed(1)} s`);
}

try {
	main();
} catch (error) {
	console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
	process.exitCode = 2;
}
