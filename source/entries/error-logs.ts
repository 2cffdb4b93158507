/** Lines of an error log or another log without requests. */
type ErrorLog = {
	/** The program that writes it. */
	readonly program: string;
	readonly line: RegExp;
	/** Advice on where the requests are. */
	readonly advice: string;
};

const dateAndTime = String.raw`\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d`;

const errorLogs: readonly ErrorLog[] = [
	{
		program: 'nginx',
		line: new RegExp(`^${dateAndTime} \\[(?:debug|info|notice|warn|error|crit|alert|emerg)\\] \\d+#\\d+: `),
		advice: 'give the file of access_log in its configuration, usually /var/log/nginx/access.log',
	},
	{
		program: 'Apache',
		line: /^\[\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? \d{4}\] \[[\w-]*:?(?:emerg|alert|crit|error|warn|notice|info|debug|trace\d)\] /,
		advice:
			'give the file of CustomLog in its configuration, usually /var/log/apache2/access.log or /var/log/httpd/access_log',
	},
	{
		program: 'PHP',
		line: /^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d(?:\.\d+)?(?: [\w/+-]+)?\] (?:PHP (?:\d+\. )?[A-Z]|(?:NOTICE|WARNING|ERROR|ALERT|DEBUG): )/,
		advice:
			'give the access log of the server in front of it, or the file of access.log in the pool of PHP-FPM',
	},
	{
		program: 'lighttpd',
		line: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d: \((?:[\w./-]+\.c\.\d+|server|mod_\w+)\)? /,
		advice: 'give the file of accesslog.filename in its configuration, usually /var/log/lighttpd/access.log',
	},
	{
		program: 'Tomcat',
		line: /^\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d\.\d+ (?:SEVERE|WARNING|INFO|CONFIG|FINE|FINER|FINEST) \[[^\]]*\] /,
		advice: 'give the file of its AccessLogValve, usually logs/localhost_access_log.….txt',
	},
	{
		program: 'Squid',
		line: new RegExp(`^${dateAndTime}(?:\\.\\d+)? kid\\d+\\| `),
		advice: 'give the file of access_log in its configuration, usually /var/log/squid/access.log',
	},
];

/**
 * Returns the name of the error log that lines come from, with advice on what to read instead; undefined if no known error log
 * matches. Half of the lines decide, because an error may have several lines.
 */
export function errorLogText(lines: readonly string[]): string | undefined {
	const found = errorLogs.find(({line}) => {
		const n = lines.filter(text => line.test(text)).length;
		return n > 0 && n * 2 >= lines.length;
	});
	return found && `${found.program} error log: reqscope shows requests; ${found.advice}`;
}
