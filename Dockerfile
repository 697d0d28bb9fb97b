# The console is built, and then left behind with everything that only a build needs.
FROM node:24-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build --mode production --logLevel warn

# No package needs an install script: better-sqlite3 brings its binaries. What only the page uses is a devDependency: it
# is in the built console. The libraries of clouds bring typings, maps and builds for browsers: 85 of their 118 MB.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
 && cd node_modules \
 && rm -rf better-sqlite3/deps better-sqlite3/src \
 && rm -rf @azure/msal-browser @azure/*/dist/browser @azure/*/dist/react-native @azure/*/dist/workerd \
 && find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 NODE_OPTIONS=--max-semi-space-size=4 HOLDFAST_HOST=0.0.0.0 HOLDFAST_DATA=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=console /app/dist dist
COPY package.json ./
COPY words words
COPY contract contract
COPY domain domain
COPY server server
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8080 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HOLDFAST_PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
