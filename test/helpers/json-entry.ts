/** An object that `--json` prints, as design.md and the conformance suite specify it. */
export type JsonEntry = {
	readonly status: number | null;
	readonly ip: string | null;
	readonly method: string | null;
	readonly url: string | null;
	readonly time: string | null;
	readonly token: string;
	readonly offset?: number;
	readonly file?: string;
	readonly userAgent?: string | null;
	readonly bytes?: number | null;
};

/** Parses the output of `--json`. */
export function readJsonEntries(stdout: string): JsonEntry[] {
	return stdout
		.split('\n')
		.slice(0, -1)
		.map(line => JSON.parse(line) as JsonEntry);
}
