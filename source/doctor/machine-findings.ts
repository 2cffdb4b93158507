import {type Finding, fine, warning} from './finding.js';

/** The oldest Node that is supported: see `engines` in package.json. */
const oldestNode = [20, 19] as const;

/** Fewer entries than an hour of a busy site has are soon over. */
const fewEntries = 1_000_000;

/** Whether Node is new enough. */
export const nodeFinding = (version: string): Finding => {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
	if (isOld) {
		return warning('Node.js', version, `install ${oldestNode.join('.')} or later, or a newer line: 22, 24`);
	}
	return fine('Node.js', version);
};

/**
 * How many entries the screen holds.
 * @param memory - bytes that the process may use
 * @param cap - entries that are held by default in so much
 */
export const memoryFinding = (memory: number, cap: number): Finding => {
	const text = `${(memory / 2 ** 30).toFixed(1)} GiB: the newest ${thousands(cap)} requests are held`;
	return cap < fewEntries
		? warning('memory', text, 'give more memory to the container or machine, or set --max-entries')
		: fine('memory', text);
};

const thousands = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
