import {timeFormatter} from '../listing/time-formatter.js';
import {UsageError} from './usage-error.js';

/**
 * The zone that `--tz` names, or else the usual one.
 * @throws UsageError when there is no such zone
 */
export const zoneOption = (value: string | true | undefined, usual = 'local'): string => {
	const name = String(value ?? usual);
	try {
		timeFormatter(name);
	} catch (error) {
		throw new UsageError(
			`--tz ${name}: there is no such zone; use local, utc, log, or a name such as Europe/Vienna`,
			{cause: error},
		);
	}
	return name;
};
