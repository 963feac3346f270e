/** The page that lists what the exporter serves. */

const escapes: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

const escaped = (text: string): string => text.replace(/[&<>"]/g, character => escapes[character] ?? '');

/** The page, with a link for each profile. */
export const landingPage = (profiles: readonly string[]): string => {
	const links = [
		['/metrics', 'Metrics'],
		...profiles.map(name => [`/probe?target=${encodeURIComponent(name)}`, `Metrics of ${name} alone`] as const),
		['/-/healthy', 'Whether it runs'],
		['/-/ready', 'Whether every service was asked'],
	] as const;
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>dialtop export</title></head>
<body>
<h1>dialtop export</h1>
<ul>
${links.map(([path, text]) => `<li><a href="${escaped(path)}">${escaped(text)}</a></li>`).join('\n')}
</ul>
</body>
</html>
`;
};
