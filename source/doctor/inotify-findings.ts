import {defaultSettings} from '../tail/tail-settings.js';
import {type Finding, fine, warning} from './finding.js';
import type {InotifyUse} from './inotify-use.js';

const {pollInterval, eventlessPollInterval} = defaultSettings;

/** From so much on, the next program that watches files may find nothing left. */
const nearlyAll = 0.9;

/**
 * Whether file events are to be had.
 * @param use - null where the system has no inotify
 * @param problem - why a directory couldn't be watched; undefined when it could
 */
export const inotifyFindings = (use: InotifyUse | null, problem: string | undefined): readonly Finding[] => {
	const tried =
		problem === undefined
			? []
			: [
					warning(
						'file events',
						`they can't be had: ${problem}`,
						`raise the limits below, or see what holds them; until then files are looked at each ${pollInterval / 1000} s (--poll: ${eventlessPollInterval / 1000} s)`,
					),
				];
	if (use === null) {
		return problem === undefined ? [fine('file events', 'to be had')] : tried;
	}
	return [
		...tried,
		limit('inotify instances', use.instances, 'fs.inotify.max_user_instances'),
		limit('inotify watches', use.watches, 'fs.inotify.max_user_watches'),
	];
};

const limit = (subject: string, {used, limit}: InotifyUse['instances'], setting: string): Finding => {
	const text = `${used} of ${limit} in use by this user`;
	return used >= limit * nearlyAll
		? warning(subject, text, `raise it: sudo sysctl ${setting}=${Math.max(limit, 64) * 4}`)
		: fine(subject, text);
};
