// Generated from the recoveries' files by `npm run recoveries`; do not edit.
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { CatalogueEntry } from './recovery.ts'

/** The data of each recovery for lists and pages, in the order of triage, without loading any rules. */
export const catalogue: Readonly<Record<RecoveryId, CatalogueEntry>> = {
  "cancel-update": {
    "number": 1,
    "phase": "lease",
    "title": "An update is running",
    "commands": "none",
    "page": "lease"
  },
  "release-lease": {
    "number": 2,
    "phase": "lease",
    "title": "An update was interrupted",
    "commands": "cancel",
    "page": "lease"
  },
  "nothing-to-cancel": {
    "number": 3,
    "phase": "lease",
    "title": "Nothing to cancel",
    "commands": "none",
    "page": "nothing"
  },
  "remove-lock-file": {
    "number": 4,
    "phase": "lease",
    "title": "A lock was left in a self-managed backend",
    "commands": "cancel"
  },
  "lost-lease": {
    "number": 30,
    "phase": "lease",
    "title": "An update lost its lease",
    "commands": "cancel",
    "offer": {
      "in": "guides",
      "text": "The CLI reports that its token was refused."
    }
  },
  "restore-checkpoint": {
    "number": 17,
    "phase": "readable",
    "title": "A checkpoint file is missing or unreadable",
    "commands": "export"
  },
  "upgrade-cli": {
    "number": 18,
    "phase": "readable",
    "title": "The state needs another version of the CLI",
    "commands": "none"
  },
  "fix-secrets": {
    "number": 26,
    "phase": "readable",
    "title": "Secrets provider or passphrase",
    "commands": "none",
    "offer": {
      "in": "guides",
      "text": "A passphrase or a key is missing, wrong or lost."
    }
  },
  "fix-references": {
    "number": 11,
    "phase": "integrity",
    "title": "Missing or out-of-order references",
    "commands": "repair"
  },
  "restore-provider": {
    "number": 12,
    "phase": "integrity",
    "title": "A provider is missing from the state",
    "commands": "export"
  },
  "resolve-duplicates": {
    "number": 13,
    "phase": "integrity",
    "title": "Two resources with one URN",
    "commands": "export"
  },
  "fix-entry": {
    "number": 14,
    "phase": "integrity",
    "title": "Malformed state entries",
    "commands": "export"
  },
  "break-cycle": {
    "number": 15,
    "phase": "integrity",
    "title": "Circular references",
    "commands": "export"
  },
  "read-outputs": {
    "number": 36,
    "phase": "outputs",
    "title": "Adopted resources with unknown outputs",
    "commands": "none"
  },
  "clear-operations": {
    "number": 5,
    "phase": "pending",
    "title": "Pending updates, deletes, reads and imports",
    "commands": "compare",
    "page": "operations"
  },
  "clear-create": {
    "number": 6,
    "phase": "pending",
    "title": "Interrupted creates",
    "commands": "preview",
    "page": "operations"
  },
  "adopt-create": {
    "number": 7,
    "phase": "pending",
    "title": "Adopt a resource whose create was interrupted",
    "commands": "preview",
    "offer": {
      "in": "changes",
      "text": "You found it: import it, or write its entry here."
    },
    "foundWith": [
      "clear-create"
    ]
  },
  "discard-create": {
    "number": 8,
    "phase": "pending",
    "title": "Discard a resource whose create was interrupted",
    "commands": "preview",
    "offer": {
      "in": "changes",
      "text": "You found it: delete it in the cloud first, then clear."
    },
    "foundWith": [
      "clear-create",
      "compare-create"
    ]
  },
  "compare-create": {
    "number": 9,
    "phase": "pending",
    "title": "Interrupted creates of tracked resources",
    "commands": "preview",
    "page": "operations"
  },
  "resolve-operations": {
    "number": 10,
    "phase": "pending",
    "title": "Resolve all pending operations",
    "commands": "preview",
    "page": "operations"
  },
  "finish-replacement": {
    "number": 23,
    "phase": "pending",
    "title": "An incomplete replacement",
    "commands": "compare"
  },
  "resolve-untracked": {
    "number": 35,
    "phase": "pending",
    "title": "Untracked resources",
    "commands": "compare",
    "page": "untracked"
  },
  "remove-old-entries": {
    "number": 22,
    "phase": "replaced",
    "title": "Replaced resources that are never deleted",
    "commands": "none"
  },
  "fix-unhealthy": {
    "number": 27,
    "phase": "health",
    "title": "Created but not healthy",
    "commands": "refresh"
  },
  "install-plugin": {
    "number": 19,
    "phase": "providers",
    "title": "A provider plugin is missing or was downgraded",
    "commands": "none",
    "offer": {
      "in": "guides",
      "text": "What to install where, and what to do after a downgrade."
    }
  },
  "remove-protection": {
    "number": 20,
    "phase": "protection",
    "title": "Protected resources",
    "commands": "none",
    "offer": {
      "in": "changes",
      "text": "List protected resources and unprotect them one at a time."
    }
  },
  "restore-lost-entries": {
    "number": 34,
    "phase": "lost",
    "title": "Resources disappeared from the state",
    "commands": "compare"
  },
  "restore-version": {
    "number": 16,
    "phase": "rest",
    "title": "Restore an earlier version",
    "commands": "none",
    "page": "version",
    "offer": {
      "in": "changes",
      "text": "Restores an earlier state. Cloud resources don’t change."
    }
  },
  "finish-destroy": {
    "number": 21,
    "phase": "rest",
    "title": "A resource cannot be deleted",
    "commands": "none"
  },
  "refresh-etag": {
    "number": 24,
    "phase": "rest",
    "title": "A cloud refuses a change (ETag)",
    "commands": "refresh",
    "offer": {
      "in": "changes",
      "text": "The resource was changed outside of Pulumi, so its ETag in the state is out of date."
    }
  },
  "rename-stack": {
    "number": 25,
    "phase": "rest",
    "title": "The project or stack was renamed",
    "commands": "none",
    "offer": {
      "in": "changes",
      "text": "The program’s name doesn’t match the stack."
    }
  },
  "rewrite-foreign-state": {
    "number": 28,
    "phase": "rest",
    "title": "A state from another stack",
    "commands": "none",
    "offer": {
      "in": "changes",
      "text": "Someone imported another stack’s file here."
    }
  },
  "upgrade-backend": {
    "number": 29,
    "phase": "rest",
    "title": "The old layout of a self-managed backend",
    "commands": "none"
  },
  "fix-network": {
    "number": 31,
    "phase": "rest",
    "title": "Network or proxy",
    "commands": "none",
    "offer": {
      "in": "guides",
      "text": "A run does nothing, or cannot connect."
    }
  },
  "resolve-unknown-state": {
    "number": 32,
    "phase": "rest",
    "title": "“Unknown state” (CLIs of 2018)",
    "commands": "preview"
  },
  "fix-step-error": {
    "number": 33,
    "phase": "rest",
    "title": "A step could not be recorded",
    "commands": "compare",
    "offer": {
      "in": "guides",
      "text": "A pre-step or post-step error in the log."
    }
  }
}
