// Generated from the problems' files by `npm run recoveries`; do not edit.
import type { ProblemEntry } from './problem.ts'

/** The data of each problem for lists and searches, in the order of the list, without loading its page. */
export const catalogue: readonly ProblemEntry[] = [
  {
    "id": "conflict",
    "group": "Someone or something holds the stack",
    "title": "Another update is in progress (409)",
    "words": "conflict lease held locked cancel busy",
    "recoveries": [
      "cancel-update",
      "release-lease",
      "nothing-to-cancel"
    ]
  },
  {
    "id": "lease-not-renewed",
    "group": "Someone or something holds the stack",
    "title": "The lease could not be renewed",
    "words": "token expired 403 renewing lost",
    "recoveries": [
      "lost-lease",
      "release-lease"
    ]
  },
  {
    "id": "interrupted-update",
    "group": "An update went wrong",
    "title": "An update was interrupted: pending operations",
    "words": "killed crashed pending creates interrupted while creating ctrl-c out of memory",
    "recoveries": [
      "release-lease",
      "clear-operations",
      "clear-create",
      "adopt-create",
      "read-outputs",
      "discard-create",
      "compare-create",
      "resolve-operations",
      "finish-replacement",
      "resolve-untracked"
    ]
  },
  {
    "id": "step-errors",
    "group": "An update went wrong",
    "title": "Post-step or pre-step event returned an error",
    "words": "snapshot failed to save verify",
    "recoveries": [
      "fix-step-error",
      "lost-lease"
    ]
  },
  {
    "id": "unknown-state",
    "group": "An update went wrong",
    "title": "Resources are in an unknown state",
    "words": "2018 invalid stack",
    "recoveries": [
      "resolve-unknown-state",
      "resolve-operations"
    ]
  },
  {
    "id": "destroy-fails",
    "group": "An update went wrong",
    "title": "Destroy fails, or something cannot be deleted",
    "words": "protected dependency violation delete stuck",
    "recoveries": [
      "finish-destroy",
      "remove-protection",
      "remove-old-entries"
    ]
  },
  {
    "id": "refresh-forgot",
    "group": "An update went wrong",
    "title": "A refresh dropped resources that still exist",
    "words": "wrong credentials region lost gone",
    "recoveries": [
      "restore-lost-entries",
      "restore-version"
    ]
  },
  {
    "id": "integrity",
    "group": "The state",
    "title": "Snapshot integrity failure",
    "words": "invalid state order dangling duplicate magic cycle repair",
    "recoveries": [
      "fix-references",
      "restore-provider",
      "resolve-duplicates",
      "fix-entry",
      "break-cycle"
    ]
  },
  {
    "id": "edit-state",
    "group": "The state",
    "title": "Editing the state by hand",
    "words": "export import force json state delete rename move",
    "recoveries": [
      "restore-version",
      "rewrite-foreign-state",
      "fix-entry",
      "fix-references"
    ]
  },
  {
    "id": "project-renamed",
    "group": "The state",
    "title": "The project or the stack was renamed",
    "words": "Pulumi.yaml name urn everything replaced",
    "recoveries": [
      "rename-stack",
      "rewrite-foreign-state"
    ]
  },
  {
    "id": "cli-too-old",
    "group": "The state",
    "title": "The state needs a newer CLI",
    "words": "version features too new too old",
    "recoveries": [
      "upgrade-cli"
    ]
  },
  {
    "id": "secrets",
    "group": "The state",
    "title": "Secrets provider or passphrase",
    "words": "passphrase incorrect decrypt kms secure",
    "recoveries": [
      "fix-secrets"
    ]
  },
  {
    "id": "move-backend",
    "group": "The state",
    "title": "Moving a stack from a bucket to a service",
    "words": "migrate s3 self-managed login export import",
    "recoveries": [
      "rewrite-foreign-state",
      "upgrade-backend",
      "fix-secrets"
    ]
  },
  {
    "id": "internal-server-error",
    "group": "Connection",
    "title": "Internal server error",
    "words": "500 502 503 504 service down outage",
    "recoveries": [
      "lost-lease",
      "fix-network"
    ]
  },
  {
    "id": "cannot-connect",
    "group": "Connection",
    "title": "Cannot connect",
    "words": "dial timeout refused tls certificate dns firewall",
    "recoveries": [
      "fix-network"
    ]
  },
  {
    "id": "proxy",
    "group": "Connection",
    "title": "Nothing happens behind a proxy",
    "words": "http_proxy no_proxy hangs localhost grpc",
    "recoveries": [
      "fix-network"
    ]
  },
  {
    "id": "plugin-missing",
    "group": "Providers and clouds",
    "title": "A provider plugin is missing",
    "words": "no resource plugin download 403 404 arm64",
    "recoveries": [
      "install-plugin",
      "restore-provider"
    ]
  },
  {
    "id": "provider-downgraded",
    "group": "Providers and clouds",
    "title": "A provider was downgraded",
    "words": "older version schema unexpected diff",
    "recoveries": [
      "install-plugin"
    ]
  },
  {
    "id": "cloudfront-etag",
    "group": "Providers and clouds",
    "title": "CloudFront: PreconditionFailed, a stale ETag",
    "words": "412 distribution aws",
    "recoveries": [
      "refresh-etag"
    ]
  },
  {
    "id": "ingress-without-address",
    "group": "Providers and clouds",
    "title": "Kubernetes: an Ingress gets no address",
    "words": "status loadBalancer traefik unhealthy init errors",
    "recoveries": [
      "fix-unhealthy"
    ]
  },
  {
    "id": "bucket-lock",
    "group": "Self-managed backends",
    "title": "The stack is locked by lock files",
    "words": "s3 gcs azure file lock pulumi cancel",
    "recoveries": [
      "remove-lock-file"
    ]
  },
  {
    "id": "bucket-file",
    "group": "Self-managed backends",
    "title": "A checkpoint file is missing, truncated or in the old layout",
    "words": "bak attrs meta.yaml legacy upgrade",
    "recoveries": [
      "restore-checkpoint",
      "upgrade-backend"
    ]
  },
  {
    "id": "slow-updates",
    "group": "Looking closer",
    "title": "Updates are slow: finding out why",
    "words": "trace performance parallel opentelemetry jaeger",
    "recoveries": []
  },
  {
    "id": "verbose-logs",
    "group": "Looking closer",
    "title": "Verbose logs",
    "words": "logtostderr logflow debug event log",
    "recoveries": []
  }
]
